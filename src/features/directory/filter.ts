// Conditions of a search. They reach the server as the binary form of RFC 4511, never as text, so that no value can be
// read as a part of the condition.
import type { Filter } from 'ldapts';
import type * as Ldapts from 'ldapts';

export type Condition =
  | { readonly attribute: string; readonly equals: string | Buffer }
  | { readonly attribute: string; readonly contains: string }
  | { readonly attribute: string; readonly isPresent: true }
  /** The attribute names this entry, or one that leads there through any number of steps. Active Directory alone knows it. */
  | { readonly attribute: string; readonly leadsTo: string }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** LDAP_MATCHING_RULE_IN_CHAIN. */
const inChain = '1.2.840.113556.1.4.1941';

/** The filter of a condition. */
export function toFilter(ldapts: typeof Ldapts, condition: Condition): Filter {
  const each = (parts: readonly Condition[]): Filter[] => parts.map((part) => toFilter(ldapts, part));
  if ('all' in condition) return new ldapts.AndFilter({ filters: each(condition.all) });
  if ('any' in condition) return new ldapts.OrFilter({ filters: each(condition.any) });
  const { attribute } = condition;
  if ('equals' in condition) return new ldapts.EqualityFilter({ attribute, value: condition.equals });
  if ('contains' in condition) return new ldapts.SubstringFilter({ attribute, any: [condition.contains] });
  if ('leadsTo' in condition)
    return new ldapts.ExtensibleFilter({ matchType: attribute, rule: inChain, value: condition.leadsTo });
  return new ldapts.PresenceFilter({ attribute });
}
