export const home = {
  'home.hello': 'Hello {name}',
} as const;
