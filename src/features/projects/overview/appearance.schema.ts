// Wire shapes of a project's banner and of the picture behind its title.
import { Type } from 'typebox';

export const Banner = Type.Object(
  { message: Type.String({ minLength: 1, maxLength: 2000, description: 'Text, or HTML that a reader cleans.' }) },
  { title: 'Banner' },
);

const pictures = [
  'aerial-water',
  'asphalt-rock',
  'beach-daytime',
  'blue-rain',
  'blue-sand',
  'brown-alpaca',
  'brown-desert',
  'brown-grass',
  'brown-textile',
  'brush-daytime',
  'green-grass',
  'green-leaf',
  'green-trees',
  'led-light',
  'ocean-waves',
  'octopus-black',
  'orange-tulip',
  'purple-building',
  'purple-droplet',
  'purple-textile',
  'snow-mountain',
  'tree-water',
  'white-sheep',
  'wooden-surface',
] as const;

export const HeaderBackground = Type.Object({ identifier: Type.Enum(pictures) }, { title: 'HeaderBackground' });
