// `tepal mail-in`: the program that a mail server pipes messages into. And what became of mail that came in.
import type { Readable } from 'node:stream';
import { messageStatuses } from './mail-gateway.tables.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { resolveSettings } from '../../settings/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import { CommandExit, defineCommand, listFlags, print, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createMailGatewayFeature } from './feature.ts';

type OpenedApp = { features: Pick<ReturnType<typeof createMailGatewayFeature>, 'mail'>; settings: LoadedSettings };
type Open = WithFolder<OpenedApp>;

/** Exit statuses of sysexits.h, by which mail servers know whether to bounce or to try again. */
const exits = { dataError: 65, noUser: 67, unavailable: 69, tryAgain: 75 } as const;

const mailInCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'mail-in',
    operands: [],
    flags: {
      to: {
        type: 'string',
        placeholder: 'ADDRESS',
        meaning: 'recipient; default: from its headers, Delivered-To first',
      },
      from: { type: 'string', placeholder: 'ADDRESS', meaning: 'envelope sender; <> for none' },
    },
    summary: `Receive one message from standard input; exit status 0: stored, ${exits.dataError} or ${exits.noUser}: rejected, ${exits.tryAgain}: try again`,
    async run({ flags, folder, io }) {
      try {
        await withFolder(folder, io, (app) => takeMessage(app, io.input, flags));
      } catch (error) {
        if (error instanceof CommandExit) throw error;
        throw new CommandExit(exits.tryAgain, error instanceof Error ? error.message : String(error));
      }
    },
  });

async function takeMessage(
  { features, settings }: OpenedApp,
  input: Readable,
  { to, from }: Readonly<Record<'to' | 'from', string | undefined>>,
): Promise<void> {
  const { arrivals } = features.mail;
  const { mail_in_size_max: sizeMax } = resolveSettings(settings, []);
  const chunks: Buffer[] = [];
  let size = 0;
  const stream: AsyncIterable<Buffer> = input;
  for await (const bytes of stream) {
    size += bytes.length;
    if (size > sizeMax)
      throw new CommandExit(exits.dataError, `the message has more than ${sizeMax} bytes (mail_in_size_max)`);
    chunks.push(bytes);
  }
  if (size === 0) throw new CommandExit(exits.dataError, 'there is no message on standard input');
  const raw = Buffer.concat(chunks);
  const recipients = to === undefined ? await arrivals.findRecipients(raw) : [to.replace(/^<|>$/g, '')];
  const refusal = await arrivals.refuse(recipients[0] ?? '');
  if (refusal === 'gateway is off') {
    throw new CommandExit(exits.unavailable, 'incoming mail is turned off: sys_enable_reply_by_mail is 0');
  }
  if (refusal !== undefined) throw new CommandExit(exits.noUser, 'none of its addresses receives mail');
  const envelopeFrom = from?.replace(/^<|>$/g, '') ?? null;
  await arrivals.store({ door: 'pipe', envelopeFrom, recipients, raw });
}

/** Messages that one call lists, the newest. */
const listedMax = 1000;

const listCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'mail list',
    operands: [],
    flags: {
      ...listFlags,
      status: {
        type: 'string',
        choices: messageStatuses,
        meaning: 'only messages with this status',
      },
    },
    summary: `List incoming mail, newest first, at most ${listedMax} messages`,
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features: { mail } }) => {
        const { rows } = await mail.messages.listAll({ status: flags.status }, { limit: listedMax, offset: 0 });
        const lines = rows.map((row) => ({
          id: row.id,
          received: formatIso(row.received_at_ms),
          door: row.door,
          from: row.from_address,
          subject: row.subject,
          status: row.status,
          artifact: row.artifact_id,
          reason: row.reason,
        }));
        const columns = ['id', 'received', 'door', 'from', 'subject', 'status', 'artifact', 'reason'] as const;
        printList(io, lines, columns, flags.json);
      }),
  });

const retryCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'mail retry',
    operands: ['MESSAGE'],
    flags: {},
    summary: 'Process a rejected or ignored message again; MESSAGE: its ID in "tepal mail list"',
    async run({ operands: { MESSAGE: message }, folder, io }) {
      if (!/^[1-9]\d{0,14}$/.test(message)) {
        throw new UsageError(`MESSAGE can't be ${JSON.stringify(message)}; use an ID from "tepal mail list"`);
      }
      await withFolder(folder, io, ({ features: { mail } }) => mail.messages.retryAny(Number(message)));
      print(io, `message ${message} is processed again`);
    },
  });

export const mailInCommands = (withFolder: Open): Command[] => [
  listCommand(withFolder),
  retryCommand(withFolder),
  mailInCommand(withFolder),
];
