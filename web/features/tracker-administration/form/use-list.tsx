// What needs an element of a form, or a value of a list.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import ui from '../../../ui/ui.module.css';
import type { DefinitionDraft } from '../definition/definition-draft.ts';
import { describePart } from '../definition/part-names.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { moveName } from '../workflow/describe-transition.ts';
import type { Use } from './uses.ts';

function describeReminder(days: number): string {
  if (days === 0) return t('design.use.onDay');
  return days < 0 ? t('design.use.before', { count: -days }) : t('design.use.after', { count: days });
}

function describeUse({ fields, workflow }: DefinitionDraft, { kind, name, days, moves = [] }: Use): string {
  if (kind === 'reminder') return describeReminder(days ?? 0);
  if (kind === 'semantic') return describePart({ kind: 'semantics', key: name ?? '' });
  if (kind === 'workflow') return t('design.use.workflow');
  if (kind === 'transition')
    return t('design.use.transitions', { moves: moves.map((move) => moveName(fields, workflow, move)).join(', ') });
  if (kind === 'rule') return t('design.use.rule');
  if (kind === 'trigger') return t('design.use.trigger');
  return t('design.use.shared');
}

/** Nothing where nothing needs it. */
export function UseList({ uses }: { uses: readonly Use[] }): ReactNode {
  const { draft } = useDefinition();
  if (uses.length === 0) return null;
  return (
    <>
      <p>{t('design.neededBy')}</p>
      <ul>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.name ?? use.days ?? ''}`}>{describeUse(draft, use)}</li>
        ))}
      </ul>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.neededText')}</p>
    </>
  );
}
