export const artifacts = {
  'artifacts.new': 'Nouvel artéfact',
  'artifacts.artifact': 'Artéfact',
  'artifacts.copy': 'Copier un artéfact',
};
