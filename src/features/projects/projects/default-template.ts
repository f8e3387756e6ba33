// The project that the origin makes new ones from: its number and its names are known to scripts. It is empty, and no row has it.
import type { ProjectRow } from './projects.store.ts';

export const defaultTemplateId = 100;

/** As site administrators see it; nobody changes it. */
export const defaultTemplate: ProjectRow = {
  id: defaultTemplateId,
  unix_name: 'none',
  written_name: '',
  full_name: 'Default Site Template',
  description: 'What new projects are made from: nothing but its members.',
  long_description: '',
  access: 'private',
  status: 'system',
  is_template: 1,
  is_synchronized: 0,
  icon: '',
  created_at_ms: 0,
  banner: '',
  header_background: '',
};
