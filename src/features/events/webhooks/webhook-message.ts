// What a webhook sends: JSON, signed as Standard Webhooks do (https://www.standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { Event } from '../log/events.schema.ts';

export interface Message {
  /** The same whenever the same thing is sent. */
  id: string;
  kind: string;
  body: string;
}

/** `artifactJson` is the artifact as the webhook's reader sees it; undefined: not at all. */
export const eventMessage = (
  webhookId: number,
  event: Static<typeof Event>,
  artifactJson: string | undefined,
): Message => ({
  id: `${webhookId}-${event.id}`,
  kind: event.kind,
  body: `{"type":${JSON.stringify(event.kind)},"timestamp":${JSON.stringify(event.at)},"data":{"event":${JSON.stringify(event)},"artifact":${artifactJson ?? 'null'}}}`,
});

export const plainMessage = (id: string, kind: string, atMs: number, data: object): Message => ({
  id,
  kind,
  body: JSON.stringify({ type: kind, timestamp: formatIso(atMs), data }),
});

/** For an administrator who wants to know whether the receiver answers. */
export const trialMessage = (webhookId: number, atMs: number): Message =>
  plainMessage(`${webhookId}-trial-${randomBytes(6).toString('hex')}`, 'trial', atMs, {});

/** Says that the events between two positions are gone, and the receiver has to read anew what it follows. */
export const lossMessage = (webhookId: number, after: number, storedAfter: number, atMs: number): Message =>
  plainMessage(`${webhookId}-${storedAfter}-expired`, 'events-expired', atMs, { after, kept_after: storedAfter });

const prefix = 'whsec_';

export const createSecret = (): string => randomBytes(32).toString('base64');

/** The spelling that receivers' libraries take. */
export const showSecret = (secret: string): string => prefix + secret;

/** Headers of a message that is sent at a time, with a signature by each of the secrets: a receiver may know any of them. */
export function signMessage({ id, body }: Message, secrets: readonly string[], nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
