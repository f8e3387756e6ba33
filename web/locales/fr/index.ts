// Texts in French of the first page, and of what opens over any.
import type { Catalog } from '../catalog.ts';
import { everywhere } from './everywhere.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { ui } from './ui.ts';

export const fr: Catalog = {
  ...everywhere,
  ...frame,
  ...home,
  ...people,
  ...projects,
  ...ui,
};
