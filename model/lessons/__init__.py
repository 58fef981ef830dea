"""Lessons judged: is what a learner did right, and is a lesson fit to be given.

`judging` reads what a task wants ("holds=SW") by the words all games share and those each game
brings, and answers a learner; `faults` says what is wrong with a lesson.
What a lesson is as data is in `model.records.lesson`, who shows its steps in `viewer.learn`.
"""
