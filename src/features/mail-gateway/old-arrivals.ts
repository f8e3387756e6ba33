// Mail is not kept longer than audit and retries need it.
import type { Writer } from '../../platform/database/index.ts';
import type { Settings } from '../../settings/index.ts';
import { deleteMailsReceivedBefore } from './mail-gateway.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Forgets the bytes of messages after `mail_in_kept_days` days, and messages of which nothing came. */
export async function dropOldArrivals(tx: Writer, settings: Settings, nowMs: number): Promise<void> {
  if (settings.mail_in_kept_days > 0) await deleteMailsReceivedBefore(tx, nowMs - settings.mail_in_kept_days * dayMs);
}
