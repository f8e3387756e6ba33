export const program = {
  'program.program': 'Program',
  'program.none': 'This project does not say how it plans as a program',
  'program.noneText':
    'An administrator of the project says which trackers hold increments and features: Administration, Planning.',
  'program.setUp': 'Set up the program',
  'program.backlog': 'Not planned yet',
  'program.words': 'Find features',
  'program.storiesDone': { one: '{done} of {count} story done', other: '{done} of {count} stories done' },
  'program.teamDone': '{team}: {done} of {count}',
  'program.noStories': 'No stories yet',
  'program.inSprint': 'A team works on it',
  'program.progress': 'Stories done in {name}',
  'program.teams': 'Teams',
  'program.noTeams': 'No team that you may see',
  'program.iterations': 'Iterations',
} as const;
