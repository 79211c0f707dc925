// A bot at a table of `gridgames serve`: it plays a legal action whenever it is asked.
//
//     node join_bot.mjs http://127.0.0.1:8000/KEY/       (node 22, or node 20 with
//                                                         --experimental-websocket)
// Its idea is to do something rather than nothing, but no high bids.

const nothing = ["pass", "decline", "done", "end"];

/** Returns the first action that does something, or the last of the others. */
function choose(actions) {
  const isCheap = (one) => (one.amount ?? one.bid ?? 0) <= 20;
  return actions.find((one) => !nothing.includes(one.do) && isCheap(one)) ?? actions.at(-1);
}

const link = process.argv[2].replace(/\/*$/, "/play").replace(/^http/, "ws");
const table = new WebSocket(link);

table.onmessage = ({ data }) => {
  const told = JSON.parse(data);
  if (told.message === "view" && told.result) {
    console.log(JSON.stringify(told.result));
    table.close();
    process.exitCode = 0;
  } else if (told.message === "view" && told.actions.length) {
    const action = choose(told.actions);
    table.send(JSON.stringify({ do: action, version: told.version }));
  } else if (["error", "bye"].includes(told.message)) {
    console.error(told.reason);
    table.close();
  }
};

process.exitCode = 1; // until there is a result
table.onclose = () => {
  if (process.exitCode) console.error("the host is gone");
};
