// What fields of a tracker mean to its cards. Pure.
import { unitOf } from '../../../contract/effort-unit.ts';
import { listIn, numberIn } from '../../platform/parse-unknown.ts';
import { fieldIs } from '../fields/index.ts';
import type { CardRoles } from '../trackers/index.ts';

export interface CardTracker {
  fields: readonly { field_id: number; name: string; label: string; type: string }[];
  semantics: Readonly<Record<string, unknown>>;
}

const dueName = /due|deadline|echeance/i;
const priorityName = /priorit|severity|gravite/i;

export function rolesOf({ fields, semantics }: CardTracker): CardRoles {
  const estimateId = numberIn(semantics['initial_effort'], 'field_id');
  const named = fields.find((field) => fieldIs.date(field) && dueName.test(field.name));
  return {
    dueId: numberIn(semantics['timeframe'], 'end_date_field_id') ?? named?.field_id,
    estimateId,
    unit: unitOf(fields.find(({ field_id: id }) => id === estimateId)),
  };
}

/** Fields that the tracker puts on cards; where it says none: priority, due date, labels, estimate. */
export function cardFieldIds(tracker: CardTracker): number[] {
  const { fields, semantics } = tracker;
  const own = listIn(semantics['plugin_cardwall_card_fields'], 'field_ids').filter((id) => typeof id === 'number');
  if (own.length > 0) return own;
  const { dueId, estimateId } = rolesOf(tracker);
  const priority = fields.find((field) => fieldIs.choice(field) && priorityName.test(field.name));
  const labels = fields.find(fieldIs.openList);
  return [priority?.field_id, dueId, labels?.field_id, estimateId].flatMap((id) => id ?? []);
}
