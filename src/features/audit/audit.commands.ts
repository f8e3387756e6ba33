// `tepal audit`: the log of security events.
import { auditKinds } from './audit.kinds.ts';
import { defineCommand, listFlags, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createAuditFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createAuditFeature>, 'audit'> }>;

/** Events that one call lists; a larger `--limit` is refused. */
const countMax = 100_000;

function readCount(text: string | undefined): number {
  const count = Number(text ?? '50');
  if (!Number.isInteger(count) || count < 1 || count > countMax) {
    throw new UsageError(`--limit can't be ${JSON.stringify(text)}; use a number from 1 to ${countMax}`);
  }
  return count;
}

/** `tepal audit list`, newest first. */
const auditCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'audit list',
    operands: [],
    flags: {
      ...listFlags,
      kind: { type: 'string', choices: auditKinds, meaning: 'only events of this kind' },
      limit: { type: 'string', placeholder: 'N', meaning: 'number of events; default: 50' },
    },
    summary: 'List security events, newest first: sign-ins, keys, permissions, projects',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const filter = { kinds: flags.kind === undefined ? undefined : [flags.kind] };
        const events = await features.audit.listNewest(filter, { limit: readCount(flags.limit) });
        const rows = events.map(({ actor, details, ...event }) => ({
          ...event,
          actor: actor.name,
          address: actor.address,
          details: JSON.stringify(details),
        }));
        printList(io, rows, ['date', 'kind', 'actor', 'address', 'user_id', 'project_id', 'details'], flags.json);
      }),
  });

export const auditCommands = (withFolder: Open): Command[] => [auditCommand(withFolder)];
