// The search of the site. It ranks the texts of the rules, the comparisons and the topics as the program
// does (gridgames.rules.search.query): by the words of a text (BM25, as in SQLite's FTS5), and by the
// single questions that are spelt most like the one asked. What is weighed how comes with the texts,
// which are loaded when somebody searches; no server is needed.
"use strict";

const gridgamesSearch = (() => {
  const here = document.currentScript.src;
  let given, index, pages = [];

  // Terms (gridgames.rules.search.terms)
  const WORD = /[a-z]{1,2}(?:-[a-z]+)?-\d+|[a-z0-9]+/g;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const stemmed = (word, stem) => (word.includes("-") ? word.replaceAll("-", "") : word.slice(0, stem));
  const words = (text) => (plain(text).match(WORD) || []).map((word) => stemmed(word, given.ranking.stem));
  const pieces = (text) => {
    const joined = `_${(plain(text).match(WORD) || []).join("_")}_`.replaceAll("-", "");
    const size = given.ranking.piece;
    return Array.from({ length: Math.max(0, joined.length - size + 1) }, (_, at) => joined.slice(at, at + size));
  };

  // BM25 with the numbers of FTS5
  class Table {
    constructor(documents) {
      this.lengths = documents.map((terms) => terms.length);
      this.mean = this.lengths.reduce((sum, one) => sum + one, 0) / documents.length;
      this.held = new Map(); // of each term: the documents that have it, and how often
      documents.forEach((terms, place) => {
        for (const term of terms) {
          if (!this.held.has(term)) this.held.set(term, new Map());
          const held = this.held.get(term);
          held.set(place, (held.get(place) || 0) + 1);
        }
      });
    }

    weight(term) { // 0 for one that is not known
      const many = this.held.get(term)?.size;
      if (!many) return 0;
      return Math.max(0, Math.log((this.lengths.length - many + 0.5) / (many + 0.5)));
    }

    find(terms) { // places and scores, the best first
      const scores = new Map();
      for (const term of new Set(terms)) {
        const weight = Math.max(1e-6, this.weight(term));
        for (const [place, often] of this.held.get(term) || []) {
          const length = 1.2 * (0.25 + (0.75 * this.lengths[place]) / this.mean);
          scores.set(place, (scores.get(place) || 0) + (weight * often * 2.2) / (often + length));
        }
      }
      return [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    }
  }

  const build = () => {
    const asked = []; // of each question: its text
    const cut = [];
    given.texts.forEach(([, , questions], place) => {
      for (const one of questions) {
        asked.push(place);
        cut.push(pieces(one));
      }
    });
    const told = given.texts.map(([, , questions, body]) => [...words(questions.join(" ")), ...body.split(" ").filter(Boolean)]);
    const others = [...given.others, ...pages.map(([title, link, first, text]) => ["page", title, link, first, words(`${title} ${text}`).join(" ")])];
    return {
      texts: new Table(told),
      questions: new Table(cut),
      asked,
      others,
      rest: new Table(others.map((one) => one[4].split(" "))),
    };
  };

  // Two letters that were swapped in a word that is not known
  const heard = (question) => {
    const known = (word) => words(word).some((term) => index.texts.held.has(term));
    return plain(question).split(/\s+/).filter(Boolean).map((word) => {
      if (!/^\p{L}+$/u.test(word) || known(word)) return word;
      const swapped = Array.from({ length: word.length - 1 }, (_, at) =>
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
      return swapped.filter(known).sort()[0] || word;
    }).join(" ");
  };

  const byKind = (matches, second) => {
    const found = { rule: new Map(), row: new Map(), topic: new Map() };
    for (const [place, score] of matches) {
      const [kind, key] = given.texts[place];
      if (!found[kind].has(key)) found[kind].set(key, []);
      found[kind].get(key).push(score);
    }
    for (const scores of Object.values(found)) {
      for (const [key, [best, next]] of scores) scores.set(key, best + second * (next || 0));
    }
    return found;
  };

  const most = (scores) => Math.max(0, ...scores);

  const mean = (one, other) => {
    const [best, nearest] = [most(one.values()) || 1, most(other.values()) || 1];
    const { ofWords, ofPieces } = given.ranking;
    return new Map([...one.keys(), ...other.keys()].map((key) =>
      [key, (ofWords * (one.get(key) || 0)) / best + (ofPieces * (other.get(key) || 0)) / nearest]));
  };

  const sorted = (scores) => [...scores].sort((one, other) => other[1] - one[1]);

  const search = (question) => {
    index ||= build();
    const ranking = given.ranking;
    const asked = heard(question.slice(0, ranking.mostRead));
    const terms = words(asked), cut = pieces(asked);
    const worded = index.texts.find(terms);
    const spelt = index.questions.find(cut).slice(0, ranking.mostSpelt).map(([place, score]) => [index.asked[place], score]);
    const byWords = byKind(worded, 0), byPieces = byKind(spelt, ranking.second);
    const [rules, own, topics] = ["rule", "row", "topic"].map((kind) => mean(byWords[kind], byPieces[kind]));
    const shown = new Map(rules), rows = new Map();
    for (const [kind, key, , , cited] of given.texts) {
      if (kind === "rule") {
        for (const twin of cited) shown.set(key, Math.max(shown.get(key) || 0, ranking.twin * (rules.get(twin) || 0)));
      } else if (kind === "row") {
        const topic = key.split(".")[0];
        const found = ranking.later.includes(topic) ? own.get(key) || 0 : most(cited.map((rule) => rules.get(rule) || 0));
        rows.set(key, ranking.ofTopic * (topics.get(topic) || 0) + ranking.own * (own.get(key) || 0) + ranking.ofRules * found);
      }
    }
    const likeness = (spelt[0]?.[1] || 0) / Math.max(1, [...new Set(cut)].reduce((sum, one) => sum + index.questions.weight(one), 0));
    const nearness = (worded[0]?.[1] || 0) + ranking.ofSpelling * likeness;
    const rarest = most(terms.filter((term) => index.texts.held.has(term)).map((term) => index.texts.weight(term)));
    // A frequent question is also found by its rules, a term only by one of its names as a whole
    const rest = new Map(index.rest.find(terms));
    const best = most(rest.values()) || 1;
    const others = index.others.map((one, place) => {
      const score = (rest.get(place) || 0) / best;
      if (one[0] === "asked") return [one, ranking.ofWords * most(one[5].map((rule) => shown.get(rule) || 0)) + ranking.ofPieces * score];
      if (one[0] === "term" && !one[5].some((name) => name.split(" ").every((word) => terms.includes(word)))) return [one, 0];
      return [one, score];
    });
    return {
      rules: sorted(shown),
      rows: sorted(rows),
      others: sorted(others).filter(([, score]) => score > 0),
      isSure: rarest >= ranking.rare && nearness >= ranking.near,
    };
  };

  // The page of the search
  const made = (name, text, parent) => {
    const one = document.createElement(name);
    one.textContent = text;
    parent?.append(one);
    return one;
  };

  const item = (list, [title, link, first]) => {
    const entry = made("li", "", list);
    made("a", title, entry).href = link;
    if (first) made("p", first, entry);
  };

  const good = (found) => found.filter(([, score]) => score >= given.ranking.besideTheBest * found[0][1]);

  const show = (question, place) => {
    place.replaceChildren();
    if (!words(question).length) {
      made("p", given.words.short, place);
      return;
    }
    const found = search(question);
    const keys = (some) => some.filter(([key]) => given.shown[key]).map(([key]) => given.shown[key]);
    const groups = { rule: keys(good(found.rules)), row: keys(good(found.rows)) };
    for (const kind of ["asked", "term", "page"]) {
      groups[kind] = good(found.others.filter(([one]) => one[0] === kind)).map(([one]) => one.slice(1));
    }
    const limits = found.isSure ? { rule: 8, row: 4, asked: 3, term: 3, page: 6 } : { rule: 3, row: 2, asked: 1, term: 1, page: 4 };
    const order = Object.keys(groups).filter((kind) => groups[kind].length);
    if (!order.length) {
      made("p", given.words.nothing, place);
      return;
    }
    if (!found.isSure) made("p", given.words.unsure, place).className = "unsure";
    for (const kind of order) {
      made("h2", given.words[kind], place);
      const list = made("ol", "", place);
      for (const one of groups[kind].slice(0, limits[kind])) item(list, one);
    }
  };

  const load = (name) => new Promise((done, failed) => {
    const script = made("script", "", document.head);
    script.src = new URL(name, here);
    script.onload = done;
    script.onerror = failed;
  });

  const start = async () => {
    const place = document.getElementById("found");
    if (!place) return;
    const box = document.getElementById("question");
    box.value = new URLSearchParams(location.search).get("q") || "";
    await Promise.all([load("search-texts.js"), load("search-pages.js")]);
    const ask = () => {
      history.replaceState(null, "", `?q=${encodeURIComponent(box.value)}`);
      show(box.value, place);
    };
    let waiting;
    box.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, 150);
    });
    box.form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask();
    });
    show(box.value, place);
    box.focus();
    place.dataset.ready = "";
  };

  document.addEventListener("DOMContentLoaded", start);
  return {
    search,
    take: (found) => { given = found; },
    takePages: (found) => { pages = found; },
  };
})();
