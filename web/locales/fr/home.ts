export const home = {
  'home.hello': 'Bonjour {name}',
};
