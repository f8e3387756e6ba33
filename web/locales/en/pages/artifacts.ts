export const artifacts = {
  'artifacts.created': 'Created',
  'artifacts.updated': 'Updated',
  'artifacts.facts': 'Properties',
  'artifacts.comment': 'Your comment',
  'artifacts.commentAnew': 'A comment of yours, as you were changing it',
  'artifacts.send': 'Comment',
  'artifacts.key.status': 'Change the status',
} as const;
