// `tepal project-field`: what every project may say about itself.
import { defineCommand, print, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import type { createProjectsFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createProjectsFeature>, 'projects'> }>;

const projectFieldCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'project-field add',
    operands: ['NAME'],
    flags: {
      type: { type: 'string', choices: ['text', 'line'], isRequired: true, meaning: 'several lines, or one' },
      description: { type: 'string', placeholder: 'D', isRequired: true, meaning: 'help text' },
      rank: {
        type: 'string',
        placeholder: 'N',
        isRequired: true,
        meaning: 'position among the fields, a whole number',
      },
      required: { type: 'boolean', meaning: 'required for every project' },
    },
    summary: 'Add a field to the description of all projects',
    async run({ flags: { type, description, rank, required }, operands: { NAME: name }, folder, io }) {
      if (!/^\d{1,9}$/.test(rank)) throw new UsageError(`--rank can't be ${JSON.stringify(rank)}; use a whole number`);
      const field = { name, type, description, rank: Number(rank), isRequired: required === true };
      const id = await withFolder(folder, io, ({ features }) => features.projects.addField(field));
      print(io, `project field ${JSON.stringify(name)} created with ID ${id}`);
    },
  });

export const projectFieldCommands = (withFolder: Open): Command[] => [projectFieldCommand(withFolder)];
