export const kanban = {
  'kanban.words': 'Find cards',
  'kanban.report': 'Report',
  'kanban.noReport': 'All cards',
  'kanban.archive': 'Show what is closed',
  'kanban.untitled': 'Untitled',
  'kanban.limited': '{column} (at most {limit})',
  'kanban.overLimit': '{column} should hold {limit} cards at most and holds {size}.',
  'kanban.moreCards': 'Of a column the first {shown} cards are shown. Filter to see others.',
  'kanban.setUp': 'Set it up',
  'kanban.noColumns': 'The tracker of this board has no status, so it has no columns.',
} as const;
