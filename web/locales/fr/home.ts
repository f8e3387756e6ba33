export const home = {
  'home.hello': 'Bonjour {name}',
  'home.assigned': 'Ce qui vous est attribué',
  'home.nothingAssigned': 'Rien d’ouvert ne vous est attribué',
  'home.visited': 'Vu récemment',
  'home.nothingVisited': 'Ce que vous ouvrez apparaît ici.',
  'home.projects': 'Vos projets',
  'home.publicProjects': 'Projets publics',
};
