export const artifacts = {
  'artifacts.new': 'New artifact',
  'artifacts.artifact': 'Artifact',
  'artifacts.copy': 'Copy an artifact',
} as const;
