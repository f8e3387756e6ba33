// Which field a refusal of the server is about. Pure.
import type { Field } from '../../fields/index.ts';

/**
 * Id of the field: the first that the server names in quotes, as it names first what is wrong, else by the place in the request
 * (`values[2].value`); undefined where it is about none of them. `sent` is in the order of the request, `others` may be named.
 */
export function fieldOfRefusal(
  refusal: { message: string; part: string | undefined },
  sent: readonly Pick<Field, 'field_id' | 'label'>[],
  others: Iterable<Pick<Field, 'field_id' | 'label'>> = [],
): number | undefined {
  const named = [...sent, ...others]
    .filter(({ label }) => label !== '')
    .map(({ field_id: id, label }) => ({ id, at: refusal.message.indexOf(`"${label}"`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)[0];
  const place = /values\[(\d+)\]/.exec(`${refusal.part ?? ''} ${refusal.message}`)?.[1];
  return named?.id ?? (place === undefined ? undefined : sent[Number(place)]?.field_id);
}
