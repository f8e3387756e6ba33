// Connections to the directory's servers: encryption, the searching account, time limits, and the next server where one fails.
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type * as Ldapts from 'ldapts';
import type { Client, Entry as FoundEntry } from 'ldapts';
import { unavailable } from '../../platform/errors.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { says } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import { serverUrls } from './directory-settings.ts';
import { toFilter } from './filter.ts';
import type { Condition } from './filter.ts';

/** One entry of the directory. Names of attributes count in any case. */
export interface Entry {
  readonly dn: string;
  /** Empty where the entry does not have the attribute; of an objectGUID its usual text. */
  values(attribute: string): string[];
}

export interface Search {
  readonly base: string;
  readonly scope: 'base' | 'one' | 'sub';
  readonly condition: Condition;
  readonly attributes: readonly string[];
}

/** One server, asked as the account that searches. */
export interface Connection {
  /** All entries, some hundreds at a time (RFC 2696). */
  pages(search: Search): AsyncGenerator<Entry[]>;
  /** The first entries, at most `limit`; none where there is no such base. */
  list(search: Search, limit: number): Promise<Entry[]>;
  /** Whether the password is that of the entry. The connection searches no more afterwards. */
  proves(dn: string, password: string): Promise<boolean>;
}

export interface DirectoryServers {
  /**
   * Does work on a connection to the first server that answers; where that fails half-way, all of it again on the next one.
   * Throws what `work` throws, and unavailable where no server is left.
   */
  run<R>(settings: Settings, work: (connection: Connection) => Promise<R>): Promise<R>;
  /** The same on one server alone; throws an Error that says what is wrong with it. */
  runOn<R>(settings: Settings, server: string, work: (connection: Connection) => Promise<R>): Promise<R>;
}

/** A server could not be asked, or answered with an error. */
class ServerFault extends Error {
  override readonly name = 'ServerFault';
}

const faultOf = (cause: unknown): ServerFault =>
  new ServerFault(cause instanceof Error ? cause.message : String(cause), { cause });

const pageSize = 500;
const binaryAttributes = ['objectGUID'];

/** Keeps to the server that answered last. */
export function createDirectoryServers(logger: Logger): DirectoryServers {
  let preferred = '';
  return {
    runOn,
    async run(settings, work) {
      const servers = serverUrls(settings);
      if (servers.length === 0)
        throw unavailable(says('directory.no-server')`no directory server is configured; set sys_ldap_server`);
      const failures: unknown[] = [];
      for (const server of servers.toSorted((a, b) => Number(b === preferred) - Number(a === preferred))) {
        try {
          const result = await runOn(settings, server, work);
          preferred = server;
          return result;
        } catch (error) {
          if (!(error instanceof ServerFault)) throw error;
          logger.warn({ err: error, server }, 'a server of the directory failed');
          failures.push(error);
        }
      }
      throw unavailable(
        says('directory.away')`the directory does not respond; try again later (run "tepal ldap check" to see why)`,
        new AggregateError(failures),
      );
    },
  };
}

async function runOn<R>(settings: Settings, server: string, work: (connection: Connection) => Promise<R>): Promise<R> {
  // Most sites have no directory: the client is loaded where one does.
  const ldapts = await import('ldapts');
  const client = await connect(ldapts, settings, server);
  try {
    return await work(connectionOver(ldapts, client));
  } finally {
    await client.unbind();
  }
}

/** A connection that may search; throws ServerFault for whatever keeps it from that. */
async function connect(ldapts: typeof Ldapts, settings: Settings, server: string): Promise<Client> {
  try {
    const timeoutMs = settings.sys_ldap_timeout * 1000;
    const tlsOptions = await tlsOptionsFor(settings, server);
    const client = new ldapts.Client({
      url: server,
      timeout: timeoutMs,
      connectTimeout: timeoutMs,
      ...(isEncryptedByUrl(server) ? { tlsOptions } : {}),
    });
    try {
      await withDeadline(open(client, settings, server, tlsOptions), timeoutMs);
      return client;
    } catch (error) {
      await client.unbind();
      throw error;
    }
  } catch (error) {
    throw faultOf(error);
  }
}

const isEncryptedByUrl = (server: string): boolean => /^ldaps:/i.test(server);

async function tlsOptionsFor({ sys_ldap_ca_file: caFile }: Settings, server: string): Promise<ConnectionOptions> {
  const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(caFile === '' ? {} : { ca: await readFile(caFile) }),
  };
}

async function open(client: Client, settings: Settings, server: string, tlsOptions: ConnectionOptions): Promise<void> {
  if (!isEncryptedByUrl(server) && settings.sys_ldap_tls === 'starttls') {
    await client.startTLS(tlsOptions);
    requireConnected(client);
  }
  await client.bind(settings.sys_ldap_bind_dn, settings.sys_ldap_bind_passwd);
}

/** The client would connect again by itself, and then without StartTLS: throws where it would. */
function requireConnected(client: Client): void {
  if (!client.isConnected) throw new Error('the connection was lost');
}

async function withDeadline(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no connection after ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Result codes by which a server says that it can't judge now: busy, unavailable, other. */
const outageCodes: ReadonlySet<number> = new Set([51, 52, 80]);

function connectionOver(ldapts: typeof Ldapts, client: Client): Connection {
  const ask = async <R>(work: () => Promise<R>): Promise<R> => {
    try {
      requireConnected(client);
      return await work();
    } catch (error) {
      throw faultOf(error);
    }
  };
  const optionsOf = ({ scope, condition, attributes }: Search) => ({
    scope,
    filter: toFilter(ldapts, condition),
    attributes: [...attributes],
    explicitBufferAttributes: binaryAttributes,
  });
  return {
    async *pages(search) {
      const pages = client.searchPaginated(search.base, { ...optionsOf(search), paged: { pageSize } });
      for (;;) {
        const page = await ask(() => pages.next());
        if (page.done === true) return;
        yield page.value.searchEntries.map(readEntry);
      }
    },
    list: (search, limit) =>
      ask(async () => {
        try {
          const { searchEntries } = await client.search(search.base, { ...optionsOf(search), sizeLimit: limit });
          return searchEntries.map(readEntry);
        } catch (error) {
          const isNowhere = error instanceof ldapts.NoSuchObjectError || error instanceof ldapts.InvalidDNSyntaxError;
          if (isNowhere) return [];
          throw error;
        }
      }),
    async proves(dn, password) {
      // A bind with a name and no password succeeds and proves nothing (RFC 4513, 5.1.2).
      if (dn === '' || password === '') return false;
      return ask(async () => {
        try {
          await client.bind(dn, password);
          return true;
        } catch (error) {
          if (error instanceof ldapts.ResultCodeError && !outageCodes.has(error.code)) return false;
          throw error;
        }
      });
    },
  };
}

function readEntry({ dn, ...attributes }: FoundEntry): Entry {
  const byName = new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), [value].flat()]));
  return { dn, values: (attribute) => (byName.get(attribute.toLowerCase()) ?? []).map(readValue) };
}

const readValue = (value: string | Buffer): string => (typeof value === 'string' ? value : formatGuid(value));

/** Groups of hexadecimal digits in a GUID, by the places of their bytes: the first three are little-endian. */
const guidGroups = [
  [3, 2, 1, 0],
  [5, 4],
  [7, 6],
  [8, 9],
  [10, 11, 12, 13, 14, 15],
] as const;

function formatGuid(bytes: Buffer): string {
  if (bytes.length !== 16) return bytes.toString('hex');
  const hex = (place: number): string => bytes.subarray(place, place + 1).toString('hex');
  return guidGroups.map((places) => places.map(hex).join('')).join('-');
}

/** The bytes of a GUID that was read as text; undefined for other text. */
export function parseGuid(text: string): Buffer | undefined {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return undefined;
  const written = Buffer.from(text.replaceAll('-', ''), 'hex');
  const bytes = Buffer.alloc(16);
  for (const [from, to] of guidGroups.flat().entries()) bytes[to] = written[from] ?? 0;
  return bytes;
}
