// Which field a refusal of the server is about. Pure.
import type { Field } from './edits.ts';

/**
 * Id of the field: by the place in the request that the server names (`values[2].value`), else by a label in quotes;
 * undefined where it is about none of those that were sent.
 */
export function fieldOfRefusal(
  refusal: { message: string; part: string | undefined },
  sent: readonly Pick<Field, 'field_id' | 'label'>[],
): number | undefined {
  const place = /values\[(\d+)\]/.exec(`${refusal.part ?? ''} ${refusal.message}`)?.[1];
  const byPlace = place === undefined ? undefined : sent[Number(place)];
  if (byPlace !== undefined) return byPlace.field_id;
  return sent.find(({ label }) => label !== '' && refusal.message.includes(`"${label}"`))?.field_id;
}
