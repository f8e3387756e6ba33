// `tepal project-category`: what new projects are filed under.
import { defineCommand, listFlags, print, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createRegistrationFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createRegistrationFeature>, 'registration'> }>;

const addCategory = (withFolder: Open): Command =>
  defineCommand({
    name: 'project-category add',
    operands: ['NAME'],
    flags: {
      parent: { type: 'string', placeholder: 'ID', meaning: 'parent category or value' },
      mandatory: { type: 'boolean', meaning: 'required for every new project' },
    },
    summary: 'Add a project category, or a value of one',
    async run({ flags: { parent, mandatory }, operands: { NAME: name }, folder, io }) {
      if (parent !== undefined && !/^\d{1,9}$/.test(parent))
        throw new UsageError(`--parent can't be ${JSON.stringify(parent)}; use a category ID`);
      const parentId = parent === undefined ? null : Number(parent);
      const category = { name, parentId, isMandatory: mandatory === true };
      const id = await withFolder(folder, io, ({ features }) => features.registration.addCategory(category));
      print(io, `category ${JSON.stringify(name)} created with ID ${id}`);
    },
  });

const listCategories = (withFolder: Open): Command =>
  defineCommand({
    name: 'project-category list',
    operands: [],
    flags: listFlags,
    summary: 'List project categories and their values',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const rows = (await features.registration.listCategories()).map((row) => ({
          id: row.id,
          parent: row.parent_id,
          mandatory: row.is_mandatory === 1,
          name: row.name,
        }));
        printList(io, rows, ['id', 'parent', 'mandatory', 'name'], flags.json);
      }),
  });

export const projectCategoryCommands = (withFolder: Open): Command[] => [
  addCategory(withFolder),
  listCategories(withFolder),
];
