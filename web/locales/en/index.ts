// Texts in English of the first page, and of what opens over any; they say what the other languages must have.
import { everywhere } from './everywhere.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { ui } from './ui.ts';

export const en = {
  ...everywhere,
  ...frame,
  ...home,
  ...people,
  ...projects,
  ...ui,
} as const;
