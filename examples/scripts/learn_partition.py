"""Learn Partition by playing it against oneself, and play 200 games against random moves.

    python examples/scripts/learn_partition.py --games 400 --size 3

A position is worth the sum of a weight for each pair of points and what lies on them, squeezed to
-1..1. After each game the weights follow the values one move later, back from the result: temporal
differences (R. Sutton, 1988). numpy is enough; the environment is the one beside this file.
"""

import argparse

import numpy as np
from pyramid_environment import PyramidGame


class Learner:
    """Weights, and what they make of positions."""

    def __init__(self, game, seed, rate=0.3):
        self.points = game.stop
        self.rng = np.random.default_rng(seed)
        self.weights = np.zeros((self.points, 3, self.points, 3))
        self.rate = rate

    def features(self, state, player):
        """What lies on each point, 0 to 2, as one who has just moved sees it."""
        own, other = np.array(state.observation_tensor(player)).reshape(3, -1)[:2]
        return (own + 2 * other).astype(int)

    def worth(self, cells):
        there = np.arange(self.points)
        total = self.weights[there[:, None], cells[:, None], there, cells].sum()
        return float(np.tanh(total))

    def learn(self, cells, target):
        there = np.arange(self.points)
        value = self.worth(cells)
        step = self.rate * (target - value) * (1 - value * value + 0.1) / self.points**2
        self.weights[there[:, None], cells[:, None], there, cells] += step

    def choose(self, state, explore=0.0):
        """Return an action, and what lies on the points after it."""
        player, actions = state.current_player(), state.legal_actions()
        if self.rng.random() < explore:
            action = int(self.rng.choice(actions))
            return action, self.features(state.child(action), player)
        best = None
        for action in self.rng.permutation(actions):
            after = state.child(int(action))
            cells = self.features(after, player)
            value = after.returns()[player] if after.is_terminal() else self.worth(cells)
            if best is None or value > best[0]:
                best = value, int(action), cells
        return best[1], best[2]

    def train(self, game, games):
        """Play against oneself; a fifth of the moves are random."""
        for _ in range(games):
            state, seen = game.new_initial_state(), ([], [])
            while not state.is_terminal():
                player = state.current_player()
                action, cells = self.choose(state, explore=0.2)
                seen[player].append(cells)
                state.apply_action(action)
            for player, result in enumerate(state.returns()):
                target = result
                for cells in reversed(seen[player]):
                    self.learn(cells, target)
                    target = 0.7 * target + 0.3 * self.worth(cells)


def wins_against_random(game, learner, games, seed):
    """Count the wins of a learner who begins in every other game."""
    rng, wins = np.random.default_rng(seed), 0
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                action, _ = learner.choose(state)
            else:
                action = int(rng.choice(state.legal_actions()))
            state.apply_action(action)
        wins += state.returns()[number % 2] > 0
    return wins


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=3, help="balls along an edge of the base")
    parser.add_argument("--rules", default="free", choices=("free", "stacking"))
    parser.add_argument("--games", type=int, default=400, help="games it learns from")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = PyramidGame("partition", size=given.size, rules=given.rules)
    learner = Learner(game, given.seed)
    before = wins_against_random(game, learner, 200, given.seed)
    learner.train(game, given.games)
    after = wins_against_random(game, learner, 200, given.seed)
    print(f"{before} of 200 games won before, {after} after {given.games} games")


if __name__ == "__main__":
    main()
