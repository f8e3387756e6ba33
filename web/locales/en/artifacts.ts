export const artifacts = {
  'artifacts.submitted': 'Submitted',
  'artifacts.changed': 'changed',
  'artifacts.comment': 'Your comment',
  'artifacts.send': 'Comment',
  'artifacts.conflict': 'Somebody changed this meanwhile. What there is now is shown; choose again.',
  'artifacts.key.status': 'Change the status',
} as const;
