// `tepal mail`: mails on their way out.
import { formatIso } from '../../platform/texts/dates.ts';
import { mailStatuses } from '../../platform/mail/index.ts';
import { defineCommand, listFlags, print, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createOutboxFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createOutboxFeature>, 'outbox'> }>;

/** Mails that one call lists, the newest. */
const listedMax = 1000;

const outboxCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'mail outbox',
    operands: [],
    flags: {
      ...listFlags,
      status: { type: 'string', choices: mailStatuses, meaning: 'only mails with this status' },
    },
    summary: `List outgoing mail, newest first, at most ${listedMax}`,
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features: { outbox } }) => {
        const { rows: mails } = await outbox.list(flags.status, { limit: listedMax, offset: 0 });
        const rows = mails.map((mail) => ({
          id: mail.id,
          to: mail.recipient,
          subject: mail.subject,
          status: mail.status,
          created: formatIso(mail.created_at_ms),
          finished: mail.finished_at_ms === null ? null : formatIso(mail.finished_at_ms),
          error: mail.last_error,
        }));
        printList(io, rows, ['id', 'to', 'subject', 'status', 'created', 'finished', 'error'] as const, flags.json);
      }),
  });

const allGivenUp = 'failed';

const resendCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'mail resend',
    operands: ['MAIL'],
    flags: {},
    summary: `Send a failed mail again; MAIL: its ID, or "${allGivenUp}" for all failed mails`,
    async run({ operands: { MAIL: mail }, folder, io }) {
      if (mail !== allGivenUp && !/^[1-9]\d{0,14}$/.test(mail)) {
        throw new UsageError(
          `MAIL can't be ${JSON.stringify(mail)}; use an ID from "tepal mail outbox", or "${allGivenUp}"`,
        );
      }
      await withFolder(folder, io, async ({ features: { outbox } }) => {
        if (mail === allGivenUp) {
          const count = await outbox.resendAll();
          print(io, count === 1 ? '1 mail is sent again' : `${count} mails are sent again`);
        } else {
          await outbox.resend(Number(mail));
          print(io, `mail ${mail} is sent again`);
        }
      });
    },
  });

export const mailCommands = (withFolder: Open): Command[] => [outboxCommand(withFolder), resendCommand(withFolder)];
