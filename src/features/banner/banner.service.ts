// What the whole platform announces, until its date has come.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { formatIso, parseDate } from '../../platform/texts/dates.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf, requireKnownSiteAdmin } from '../people/index.ts';
import type { Caller } from '../people/index.ts';
import type { PlatformBanner } from './banner.schema.ts';
import * as store from './banner.store.ts';

type Banner = Static<typeof PlatformBanner>;

export interface Banners {
  /** undefined where there is none, or its date is over. */
  find(): Promise<Banner | undefined>;
  /** As `find`; throws notFound where there is none. */
  read(): Promise<Banner>;
  /** Throws unauthenticated, forbidden for who is no site administrator, invalid for a date that is none or is over. */
  save(caller: Caller, banner: Banner): Promise<void>;
  /** Does nothing where there is none. Throws as `save`. */
  remove(caller: Caller): Promise<void>;
}

export function createBanners({ database, clock }: { database: Database; clock: Clock }): Banners {
  const find = async (): Promise<Banner | undefined> => {
    const row = await store.findBanner(database.read);
    if (row === undefined || (row.expires_at_ms ?? Infinity) <= clock.nowMs()) return undefined;
    const { message, importance, expires_at_ms: endMs } = row;
    return { message, importance, expiration_date: endMs === null ? null : formatIso(endMs) };
  };
  return {
    find,
    async read() {
      const banner = await find();
      if (banner === undefined) throw notFound(says('banner.not-set')`the site has no banner`);
      return banner;
    },
    async save(caller, { message, importance, expiration_date: end }) {
      requireKnownSiteAdmin(caller, changing);
      const banner = { message, importance, expires_at_ms: readEndMs(end ?? null, clock.nowMs()) };
      await database.transact(async (tx) => {
        await store.saveBanner(tx, banner);
        const details = { name: 'platform banner', message, importance, expiration_date: end ?? '' };
        await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(caller), details });
      });
    },
    async remove(caller) {
      requireKnownSiteAdmin(caller, changing);
      await database.transact(async (tx) => {
        await store.deleteBanner(tx);
        const details = { name: 'platform banner', message: '' };
        await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(caller), details });
      });
    },
  };
}

const changing = 'change the banner of the site';

function readEndMs(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const endMs = parseDate(text)?.ms;
  if (endMs === undefined)
    throw invalid(says('banner.date')`must be a date such as 2026-12-31T18:00:00+01:00`, 'expiration_date');
  if (endMs <= nowMs) throw invalid(says('banner.past')`must be in the future`, 'expiration_date');
  return endMs;
}
