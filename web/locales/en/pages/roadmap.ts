export const roadmap = {
  'roadmap.nothing': 'There is nothing on this roadmap',
  'roadmap.cut': 'The first {shown} items are shown.',
  'roadmap.scale': 'Scale',
  'roadmap.scale.week': 'Weeks',
  'roadmap.scale.month': 'Months',
  'roadmap.scale.quarter': 'Quarters',
  'roadmap.closed': 'What is closed, too',
  'roadmap.below': 'What is below {title}',
  'roadmap.noDates': 'no dates',
  'roadmap.calendar': 'Calendar',
  'roadmap.iterations': 'Iterations of level {level}',
  'roadmap.wrong': 'It ends before it starts',
  'roadmap.keys':
    'Bars are dragged, by their ends too. By keys: the arrows move a bar by a day, with Shift its end, with Alt its start.',
  'roadmap.refused': '“{title}” keeps its dates: {why}',
  'roadmap.implied': 'other items give its dates',
} as const;
