// Tries the drafted workflow with a person and an artifact; nothing is saved.
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { TextField } from '../../../ui/forms/fields.tsx';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DefinitionDraft, DraftValue } from '../definition/definition-draft.ts';
import type { Subject } from '../form/viewing.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { useSubject } from '../use-subject.tsx';
import { actionLabels } from './action-labels.ts';
import { lockedIn, triedArtifactOf, newArtifact, tryMoves } from './tried-moves.ts';
import type { TriedArtifact, Verdict } from './tried-moves.ts';

const namesOf = ({ fields }: DefinitionDraft, ids: readonly number[]): string =>
  ids.flatMap((id) => fields[id]?.label ?? []).join(', ');

function describe(draft: DefinitionDraft, verdict: Verdict): string {
  if (verdict.refusal !== undefined) return t(`design.trial.${verdict.refusal}`);
  const { missing, needsComment, actions } = verdict;
  const parts = [
    ...(missing.length > 0 ? [t('design.trial.missing', { fields: namesOf(draft, missing) })] : []),
    ...(needsComment ? [t('design.trial.comment')] : []),
    ...[...new Set(actions.map(({ type }) => String(type)))].flatMap((type) => actionLabels[type]?.() ?? []),
  ];
  return parts.length === 0 ? t('design.trial.allowed') : parts.join(' · ');
}

interface OutcomeProps {
  subject: Subject;
  triedArtifact: TriedArtifact;
  states: readonly DraftValue[];
}

function Outcome({ subject, triedArtifact, states }: OutcomeProps): ReactNode {
  const { draft } = useDefinition();
  const nameOf = (id: number | null): string =>
    id === null ? t('design.flow.new') : (states.find((one) => one.id === id)?.label ?? '');
  const verdicts = tryMoves(
    draft,
    subject,
    triedArtifact,
    states.map(({ id }) => id),
  );
  const frozen = namesOf(draft, lockedIn(draft, triedArtifact.state, 'field_ids'));
  const hidden = namesOf(draft, lockedIn(draft, triedArtifact.state, 'fieldset_ids'));
  return (
    <div role="status">
      <p>{t('design.trial.from', { name: subject.label, state: nameOf(triedArtifact.state) })}</p>
      <ul className={css.verdicts}>
        {verdicts.map((verdict) => (
          <li key={verdict.to} data-open={verdict.refusal === undefined}>
            {verdict.refusal === undefined ? (
              <Check size={16} aria-hidden="true" />
            ) : (
              <X size={16} aria-hidden="true" />
            )}
            <strong>{nameOf(verdict.to)}</strong>
            <span>{describe(draft, verdict)}</span>
          </li>
        ))}
      </ul>
      {frozen !== '' && <p className={ui.small}>{t('design.trial.frozen', { fields: frozen })}</p>}
      {hidden !== '' && <p className={ui.small}>{t('design.trial.hidden', { fields: hidden })}</p>}
    </div>
  );
}

export function Trial({ states }: { states: readonly DraftValue[] }): ReactNode {
  const { tracker, draft } = useDefinition();
  const { subject, picker } = useSubject(t('design.trial.who'), t('design.trial.nobody'));
  const [number, setNumber] = useState('');
  const id = Number(number.replace(/^#/, '').trim());
  const isAsked = Number.isSafeInteger(id) && id > 0;
  const { data: artifact, error } = useQuery({
    queryKey: ['/artifacts', id, 'trial'],
    queryFn: () => take(api.GET('/artifacts/{id}', { params: { path: { id } } })),
    enabled: isAsked,
    retry: false,
  });
  const isForeign = artifact !== undefined && artifact.tracker.id !== tracker.id;
  const problem = isForeign ? t('design.trial.foreign') : error === null ? undefined : describeError(error);
  const triedArtifact = isAsked
    ? artifact === undefined || isForeign
      ? undefined
      : triedArtifactOf(draft.workflow.fieldId, artifact.values ?? [])
    : newArtifact;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.trial')}>
      <h2>{t('design.trial')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.trial.text')}</p>
      <div className={css.pair}>
        <div className={ui.stack}>{picker}</div>
        <TextField
          label={t('design.trial.artifact')}
          isLabelHidden
          placeholder={t('design.trial.artifact')}
          inputMode="numeric"
          value={number}
          onChange={setNumber}
          error={isAsked ? problem : undefined}
        />
      </div>
      {subject !== undefined && triedArtifact !== undefined && <Outcome {...{ subject, triedArtifact, states }} />}
    </section>
  );
}
