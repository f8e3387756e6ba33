// The workflow: which list it moves, from which state to which, under which conditions, with a picture and a check.
import { Check as Tick, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftValue, DraftWorkflow } from '../definition/definition-draft.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { ModeField } from './mode-field.tsx';
import { TransitionPanel } from './transition-panel.tsx';
import {
  addTransition,
  chainTransitions,
  changeTransition,
  findTransition,
  removeTransition,
  survey,
} from './transitions.ts';
import type { Move } from './transitions.ts';
import { Trial } from './trial.tsx';
import { WorkflowGraph } from './workflow-graph.tsx';
import { fieldIs } from '../../fields/index.ts';

interface MatrixProps {
  workflow: DraftWorkflow;
  states: readonly DraftValue[];
  chosen: Move | undefined;
  onPress(move: Move): void;
}

function Matrix({ workflow, states, chosen, onPress }: MatrixProps): ReactNode {
  const rows = [{ id: null, label: t('design.flow.new') }, ...states];
  return (
    <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('design.flow.matrix')} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('design.flow.fromTo')}</th>
            {states.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id ?? 'new'}>
              <th scope="row">{row.label}</th>
              {states.map((state) => {
                if (row.id === state.id) return <td key={state.id} />;
                const isOn = findTransition(workflow, row.id, state.id) !== undefined;
                const facts = { from: row.label, to: state.label };
                return (
                  <td key={state.id}>
                    <button
                      type="button"
                      className={css.cell}
                      data-on={isOn}
                      aria-pressed={isOn}
                      aria-current={chosen?.from === row.id && chosen.to === state.id}
                      aria-label={isOn ? t('design.flow.edit', facts) : t('design.flow.add', facts)}
                      onClick={() => onPress({ from: row.id, to: state.id })}
                    >
                      {isOn ? <Tick size={15} aria-hidden="true" /> : <Plus size={13} aria-hidden="true" />}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which list moves, whether it is enforced, and in which mode. */
function FlowHead({ set, onField }: { set(next: DraftWorkflow): void; onField(): void }): ReactNode {
  const { draft } = useDefinition();
  const { workflow } = draft;
  const fields = listInOrder(draft).flatMap((id) => {
    const field = draft.fields[id];
    return field !== undefined && fieldIs.choice(field) && field.bind === 'static' ? [field] : [];
  });
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.workflow')}>
      <PickField
        label={t('design.flow.field')}
        hint={t('design.flow.fieldHint')}
        choices={fields.map(({ id, label }) => ({ id: String(id), label }))}
        value={workflow.fieldId === 0 ? undefined : String(workflow.fieldId)}
        placeholder={t('design.flow.none')}
        isClearable
        onChange={(id) => {
          onField();
          set({
            fieldId: id === undefined ? 0 : Number(id),
            isUsed: id !== undefined,
            isAdvanced: false,
            transitions: [],
          });
        }}
      />
      {workflow.fieldId !== 0 && (
        <>
          <Checkbox isSelected={workflow.isUsed} onChange={(isUsed) => set({ ...workflow, isUsed })}>
            {t('design.flow.isUsed')}
          </Checkbox>
          <ModeField set={set} />
        </>
      )}
    </section>
  );
}

type NameOf = (id: number | null) => string;

/** What artifacts could not do under the workflow. */
function Check({
  workflow,
  states,
  nameOf,
}: {
  workflow: DraftWorkflow;
  states: readonly DraftValue[];
  nameOf: NameOf;
}): ReactNode {
  const { fields } = useDefinition().draft;
  const field = fields[workflow.fieldId]?.label ?? '';
  const { lost, ends } = survey(
    workflow,
    states.map(({ id }) => id),
  );
  if (workflow.transitions.length === 0)
    return workflow.isUsed && <Notice kind="warning">{t('design.flow.nothing', { field })}</Notice>;
  const hasStart = workflow.transitions.some(({ from }) => from === null);
  return (
    <>
      {lost.length > 0 && (
        <Notice kind="warning">
          {hasStart
            ? t('design.flow.lost', { states: lost.map(nameOf).join(', ') })
            : t('design.flow.noStart', { field })}
        </Notice>
      )}
      {ends.length > 0 && <Notice>{t('design.flow.ends', { states: ends.map(nameOf).join(', ') })}</Notice>}
    </>
  );
}

function Moves({ states, set }: { states: readonly DraftValue[]; set(next: DraftWorkflow): void }): ReactNode {
  const { tracker, draft, idOf } = useDefinition();
  const { workflow } = draft;
  const [move, setChosen] = useState<Move>();
  const chosen = move && { from: move.from === null ? null : idOf(move.from), to: idOf(move.to) };
  const transition = chosen === undefined ? undefined : findTransition(workflow, chosen.from, chosen.to);
  const members = `${tracker.project.id}_3`;
  const nameOf: NameOf = (id) =>
    id === null ? t('design.flow.new') : (states.find((one) => one.id === id)?.label ?? '');
  const choose = (wanted: Move): void => {
    setChosen(wanted);
    if (findTransition(workflow, wanted.from, wanted.to) === undefined)
      set(addTransition(workflow, wanted.from, wanted.to, members));
  };
  const remove = ({ from, to }: Move): void => {
    set(removeTransition(workflow, from, to));
    setChosen(undefined);
  };
  const allowAll = (): void => {
    const ids = [null, ...states.map(({ id }) => id)];
    const all = ids.flatMap((from) => states.filter(({ id }) => id !== from).map(({ id }) => ({ from, to: id })));
    set(all.reduce((next, { from, to }) => addTransition(next, from, to, members), workflow));
  };
  return (
    <>
      <Check {...{ workflow, states, nameOf }} />
      {workflow.transitions.length === 0 && states.length > 1 && (
        <div className={ui.row}>
          <Button
            onPress={() =>
              set(
                chainTransitions(
                  workflow,
                  states.map(({ id }) => id),
                  members,
                ),
              )
            }
          >
            {t('design.flow.chain')}
          </Button>
          <Button onPress={allowAll}>{t('design.flow.allowAll')}</Button>
        </div>
      )}
      <Matrix {...{ workflow, states, chosen }} onPress={choose} />
      <WorkflowGraph {...{ workflow, states, chosen }} onChoose={choose} onRemove={remove} />
      {chosen !== undefined && transition !== undefined && (
        <TransitionPanel
          title={t('design.flow.edit', { from: nameOf(chosen.from), to: nameOf(chosen.to) })}
          transition={transition}
          isAdvanced={workflow.isAdvanced}
          onChange={(part) => set(changeTransition(workflow, chosen, part))}
          onRemove={() => remove(chosen)}
        />
      )}
      <Trial states={states} />
    </>
  );
}

export function WorkflowPage(): ReactNode {
  const { draft, change } = useDefinition();
  const { workflow } = draft;
  const [choices, setChoices] = useState(0);
  const set = (next: DraftWorkflow): void => change((now) => ({ ...now, workflow: next }));
  const states = draft.fields[workflow.fieldId]?.values.filter(({ isHidden }) => !isHidden) ?? [];
  return (
    <>
      <FlowHead set={set} onField={() => setChoices(choices + 1)} />
      {workflow.fieldId !== 0 && <Moves key={choices} states={states} set={set} />}
    </>
  );
}
