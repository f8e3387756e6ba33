// The first administrator of a site, made by whoever can read its log. Over as soon as somebody has an account.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { RequestFacts } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { hasAccounts, requireFewAsks } from '../people/index.ts';
import type { Caller, PeopleFeature, UserRow } from '../people/index.ts';
import { bumpSiteVersion, findStored, saveStored } from '../site/index.ts';
import type { SiteService } from '../site/index.ts';
import { isCode, writeCode } from './code.ts';
import type { FirstAdministrator } from './first-start.schema.ts';

export interface FirstStart {
  /** Whether nobody has an account yet: a query as long as it is so, none afterwards. */
  isOpen(): Promise<boolean>;
  /** What `isOpen` gave last; false before. */
  wasOpen(): boolean;
  /** The code that counts now; undefined once somebody has an account. */
  findCode(): Promise<string | undefined>;
  /**
   * Makes the first administrator and signs them in; `cookie` is the Set-Cookie header. Throws notFound once somebody has an
   * account, forbidden for a wrong code, rateLimited after many of them, invalid for a weak password, a name or an address
   * that is none, and for a request without HTTPS that does not allow that.
   */
  begin(
    caller: Caller,
    sent: Static<typeof FirstAdministrator>,
    request: RequestFacts,
  ): Promise<{ user: UserRow; cookie: string }>;
}

interface Deps extends Pick<PeopleFeature, 'people' | 'sessions'> {
  database: Database;
  clock: Clock;
  logger: Logger;
  secret: string;
  site: SiteService;
}

/** Wrong codes after which another code counts; see docs/overload.md. */
const triesOfCodeMax = 10;
/** Wrong codes in an hour or so, from anywhere. */
const triesOfHourMax = 60;
const hourMs = 3_600_000;
const tries = { subject: 'first-start', most: triesOfHourMax, forgottenAfterMs: hourMs / triesOfHourMax };

/** No setting may be called so: `resolveSettings` leaves unknown names aside. */
const failuresName = 'first_start_failures';

export function createFirstStart({ database, clock, logger, secret, site, people, sessions }: Deps): FirstStart {
  let isOver = false;
  let last = false;
  const isOpen = async (): Promise<boolean> => {
    isOver ||= await hasAccounts(database.read);
    last = !isOver;
    return last;
  };
  const codeAfter = (failures: number): string => writeCode(secret, Math.floor(failures / triesOfCodeMax));
  const countFailures = async (): Promise<number> => Number((await findStored(database.read, failuresName)) ?? 0);
  const refuseCode = async (): Promise<never> => {
    const failures = await database.transact(async (tx) => {
      await requireFewAsks(tx, [tries], clock.nowMs());
      const next = Number((await findStored(tx, failuresName)) ?? 0) + 1;
      await saveStored(tx, failuresName, String(next));
      return next;
    });
    if (failures % triesOfCodeMax === 0)
      logger.warn(
        `somebody tried ${triesOfCodeMax} wrong codes; the code of the first start is now ${codeAfter(failures)}`,
      );
    throw forbidden(says('first-start.code')`this is not the setup code; find it in the server log`);
  };
  return {
    isOpen,
    wasOpen: () => last,
    findCode: async () => ((await isOpen()) ? codeAfter(await countFailures()) : undefined),
    async begin({ address }, { code, allow_plain_http: isPlainAllowed = false, ...account }, request) {
      if (!(await isOpen())) throw notFound(over);
      if (!isCode(code, codeAfter(await countFailures()))) return refuseCode();
      if (!request.isEncrypted && !isPlainAllowed)
        throw invalid(
          says(
            'first-start.plain',
          )`must be true: this request came without HTTPS, and the site would reject the next one`,
          'allow_plain_http',
        );
      const by = { userId: null, name: 'first start', address };
      await people.createFirst(account, by, async (tx) => {
        // Of two at once, the second one waits here for the first.
        await bumpSiteVersion(tx);
        if (await hasAccounts(tx)) throw notFound(over);
      });
      await site.changeSettings(
        [
          // New installations store argon2id only (spec ruling 13).
          { name: 'sys_keep_md5_hashed_password', text: '0' },
          ...(request.isEncrypted ? [] : [{ name: 'sys_rest_api_over_http', text: '1' } as const]),
        ],
        by,
      );
      const { session, cookie } = await sessions.begin(
        await site.current(),
        account.username,
        account.password,
        request,
      );
      return { user: session.user, cookie };
    },
  };
}

const over = says('first-start.over')`this site is already set up; sign in`;
