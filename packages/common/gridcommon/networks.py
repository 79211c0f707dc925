"""Graph algorithms on vertices ``0..n-1``: paths, costs, components.

``neighbours[v]`` are the vertices next to ``v``; ``links[v]`` adds the cost of each step. Every
connection is listed at both ends. Nothing recurses, so chains may have any length.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

Neighbours = Sequence[Sequence[int]]
Links = Sequence[Sequence[tuple[int, int]]]  # costs are not negative


def lies_on_path(neighbours: Neighbours, starts: Iterable[int], goals: Iterable[int]) -> list[bool]:
    """Return for each vertex whether it lies on a simple path from a start to a goal.

    The path may pass other starts and goals. A vertex that is both is a path by itself.

    Join a new vertex A to all starts, a new vertex B to all goals, and A to B. The vertices on
    paths are those of the biconnected component with the edge A-B. A depth-first search from A that
    visits B first finds it: below B, a vertex is in the component of its parent exactly if the
    vertex or one below it leads back above the parent.
    """
    count = len(neighbours)
    found = [0] * count  # the order of discovery; 1 is A, 2 is B, 0 not yet
    low = [0] * count  # the earliest vertex that it or anything below it touches
    parent = [-1] * count
    goals = list(goals)
    order: list[int] = []
    time = 2
    for goal in goals:
        if found[goal]:
            continue
        time += 1
        found[goal] = time
        order.append(goal)
        way = [goal]
        ahead = [iter(neighbours[goal])]
        while way:
            here = way[-1]
            for vertex in ahead[-1]:
                if not found[vertex]:
                    time += 1
                    found[vertex] = time
                    parent[vertex] = here
                    order.append(vertex)
                    way.append(vertex)
                    ahead.append(iter(neighbours[vertex]))
                    break
            else:
                way.pop()
                ahead.pop()
    for vertex in order:
        low[vertex] = found[vertex]
    for goal in goals:
        low[goal] = 2
    for start in starts:
        low[start] = 1
    for vertex in reversed(order):
        least = low[vertex]
        for other in neighbours[vertex]:
            if parent[other] == vertex:
                if low[other] < least:
                    least = low[other]
            elif found[other] < least:
                least = found[other]
        low[vertex] = least
    lit = [False] * count
    for vertex in order:
        above = parent[vertex]
        lit[vertex] = low[vertex] == 1 if above < 0 else lit[above] and low[vertex] < found[above]
    return lit


def components(neighbours: Neighbours) -> list[int]:
    """Return for each vertex the number of its component, counted from 0 by lowest vertex."""
    label = [-1] * len(neighbours)
    count = 0
    for first in range(len(neighbours)):
        if label[first] >= 0:
            continue
        label[first] = count
        pending = [first]
        while pending:
            for vertex in neighbours[pending.pop()]:
                if label[vertex] < 0:
                    label[vertex] = count
                    pending.append(vertex)
        count += 1
    return label


def shortest_path(
    neighbours: Neighbours, starts: Iterable[int], goals: Iterable[int]
) -> list[int] | None:
    """Return a shortest path from some start to some goal, both ends included, or None.

    Of equally short ones, the path found first in the order of ``starts`` and ``neighbours``.
    """
    wanted = set(goals)
    came_from = {start: start for start in starts}
    layer = list(came_from)
    while layer:
        after = []
        for vertex in layer:
            if vertex in wanted:
                path = [vertex]
                while came_from[path[-1]] != path[-1]:
                    path.append(came_from[path[-1]])
                return path[::-1]
            for other in neighbours[vertex]:
                if other not in came_from:
                    came_from[other] = vertex
                    after.append(other)
        layer = after
    return None


def cheapest_costs(links: Links, starts: Iterable[int], far: int) -> list[int]:
    """Return the cost of a cheapest path from some start to each vertex, or ``far``.

    >>> cheapest_costs([[(1, 5), (2, 9)], [(0, 5), (2, 1)], [(0, 9), (1, 1)], []], [0], far=99)
    [0, 5, 6, 99]
    """
    return _searched(links, starts, far, -1)[0]


def cheapest_path(links: Links, starts: Iterable[int], goal: int) -> list[int] | None:
    """Return a cheapest path from some start to ``goal``, both ends included, or None.

    >>> cheapest_path([[(1, 5), (2, 9)], [(0, 5), (2, 1)], [(0, 9), (1, 1)], []], [0], 2)
    [0, 1, 2]
    """
    came_from = _searched(links, starts, 0, goal)[1]
    if came_from[goal] < 0:
        return None
    path = [goal]
    while came_from[path[-1]] != path[-1]:
        path.append(came_from[path[-1]])
    return path[::-1]


def _searched(
    links: Links, starts: Iterable[int], far: int, goal: int
) -> tuple[list[int], list[int]]:
    """Return costs and predecessors, computed until ``goal`` is reached (Dijkstra)."""
    costs, came_from = [far] * len(links), [-1] * len(links)
    edge = [(0, start, start) for start in starts]
    edge.sort()
    while edge:
        cost, vertex, before = heappop(edge)
        if came_from[vertex] >= 0:
            continue
        costs[vertex], came_from[vertex] = cost, before
        if vertex == goal:
            break
        for other, price in links[vertex]:
            if came_from[other] < 0:
                heappush(edge, (cost + price, other, vertex))
    return costs, came_from


class PathsThrough:
    """Shortest simple paths from some start to some goal through a given vertex.

    Such a path consists of two disjoint paths out of the vertex: one to a start, one to a goal.
    They are a cheapest flow of two units, found one after the other; the second unit may reroute
    the first. Each vertex is two nodes, entered (even) and left (odd), with an arc of capacity 1
    and cost 1 between them; all other arcs are free.

    ``work`` counts the arcs that were looked at, as a measure of time.
    """

    def __init__(self, neighbours: Neighbours, starts: Iterable[int], goals: Iterable[int]) -> None:
        self.work = 0
        self._count = len(neighbours)
        self._starts, self._goals, self._sink = (2 * self._count + extra for extra in range(3))
        self._arcs: list[list[int]] = [[] for _ in range(2 * self._count + 3)]
        self._to: list[int] = []
        self._cost: list[int] = []
        self._room: list[int] = []
        for vertex, others in enumerate(neighbours):
            self._join(2 * vertex, 2 * vertex + 1, 1)
            for other in others:
                self._join(2 * vertex + 1, 2 * other, 0)
        for hub, vertices in ((self._starts, starts), (self._goals, goals)):
            for vertex in vertices:
                self._join(2 * vertex + 1, hub, 0)
            self._join(hub, self._sink, 0)

    def _join(self, tail: int, head: int, cost: int) -> None:
        for one, other, price, room in ((tail, head, cost, 1), (head, tail, -cost, 0)):
            self._arcs[one].append(len(self._to))
            self._to.append(other)
            self._cost.append(price)
            self._room.append(room)

    def shortest(self, through: int) -> list[int] | None:
        """Return the path, both ends included, or None if there is none."""
        pushed: list[int] = []
        first = self._push(through, 0, pushed)
        found = None
        if first is not None and self._push(through, first, pushed) is not None:
            found = self._path(through)
        for arc in pushed:
            self._room[arc] += 1
            self._room[arc ^ 1] -= 1
        return found

    def _push(self, through: int, saving: int, pushed: list[int]) -> int | None:
        """Send one more unit to the sink along a cheapest path (Bellman and Ford, with a queue).

        Return its cost, or None without a path, and add its arcs to ``pushed``. ``saving`` is the
        most that a path can save by rerouting: the cost of the first. So a node that costs that
        much more than the sink leads to no cheaper path, and most of a large network is never
        searched.
        """
        source, sink = 2 * through + 1, self._sink
        room, to, prices = self._room, self._to, self._cost
        far = 2 * self._count + 1
        most = far  # costs of this and more are of no use
        cost = {source: 0}
        arrived: dict[int, int] = {}
        queue = deque([source])
        queued = {source}
        while queue:
            node = queue.popleft()
            queued.discard(node)
            here = cost[node]
            arcs = self._arcs[node] if node < self._starts else self._out_of(node, pushed)
            self.work += len(arcs)
            for arc in arcs:
                if not room[arc]:
                    continue
                head, price = to[arc], here + prices[arc]
                if price < most and price < cost.get(head, far):
                    cost[head] = price
                    arrived[head] = arc
                    if head == sink:
                        most = price + saving
                    elif head not in queued:
                        queued.add(head)
                        queue.append(head)
        if sink not in arrived:
            return None
        node = sink
        while node != source:
            arc = arrived[node]
            room[arc] -= 1
            room[arc ^ 1] += 1
            pushed.append(arc)
            node = to[arc ^ 1]
        return cost[sink]

    def _out_of(self, hub: int, pushed: list[int]) -> list[int]:
        """Return the arcs out of a hub that may have room: to the sink, and back where it came."""
        return [*(arc ^ 1 for arc in pushed if self._to[arc] == hub), self._arcs[hub][-1]]

    def _path(self, through: int) -> list[int]:
        """Return the path of both units of flow."""
        to_start = to_goal = [through]
        for arc in self._arcs[2 * through + 1]:
            if arc % 2 == 0 and not self._room[arc]:
                way, hub = self._follow(arc)
                if hub == self._starts:
                    to_start = [through, *way]
                else:
                    to_goal = [through, *way]
        return to_start[::-1] + to_goal[1:]

    def _follow(self, arc: int) -> tuple[list[int], int]:
        """Return the vertices a unit of flow passes after ``arc``, and the hub it ends in."""
        way: list[int] = []
        while (node := self._to[arc]) < 2 * self._count:
            way.append(node // 2)
            arcs = self._arcs[node | 1]
            arc = next(arc for arc in arcs if arc % 2 == 0 and not self._room[arc])
        return way, node
