// What the API sends and takes, for rules that need nothing of a browser.
import type { components } from './schema.d.ts';

export type Schemas = components['schemas'];
