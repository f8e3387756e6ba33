// Signs in at a server and finds a tracker whose artifacts can serve as registers.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Place } from './artifact-client.ts';

const Token = Type.Object({ user_id: Type.String(), token: Type.String() });
const Tracker = Type.Object({
  fields: Type.Array(
    Type.Object({
      field_id: Type.Integer(),
      name: Type.String(),
      type: Type.String(),
      permissions: Type.Array(Type.String()),
    }),
  ),
});

async function askJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  const body = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${body}`);
  return JSON.parse(body);
}

const fieldsMax = 2;

/** Throws Error where signing in fails or the tracker has no string field that the user may fill and change. */
export async function openPlace(
  baseUrl: string,
  account: { username: string; password: string },
  trackerId: number,
): Promise<Place> {
  const signedIn = await askJson(`${baseUrl}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { user_id, token } = Value.Parse(Token, signedIn);
  const headers = { 'x-auth-userid': user_id, 'x-auth-token': token };
  const tracker = Value.Parse(Tracker, await askJson(`${baseUrl}/api/trackers/${trackerId}`, { headers }));
  const fields = tracker.fields
    .filter(
      ({ type, permissions }) => type === 'string' && ['create', 'update'].every((may) => permissions.includes(may)),
    )
    .slice(0, fieldsMax)
    .map(({ name, field_id }) => ({ name, id: field_id }));
  if (fields.length === 0)
    throw new Error(`the tracker ${trackerId} has no string field that ${account.username} may change`);
  return { headers, trackerId, fields };
}
