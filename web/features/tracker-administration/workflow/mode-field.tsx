// Whether conditions belong to states or to transitions, and what goes when that changes.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import type { DraftWorkflow } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { describeAction, describeTransition, moveName, stateName } from './describe-transition.ts';
import { listStateActions, listTorn, makeAdvanced, makeSimple } from './modes.ts';
import type { TornState } from './modes.ts';
import { leadingWay } from './transitions.ts';

type Leaders = ReadonlyMap<number, number | null>;

const keyOf = (from: number | null): string => String(from ?? 0);

/** Which of its transitions a state becomes like. */
function LeaderField({
  state: { to, ways },
  leader,
  onChange,
}: {
  state: TornState;
  leader: number | null;
  onChange(from: number | null): void;
}): ReactNode {
  const { draft, groups } = useDefinition();
  const { fields, workflow } = draft;
  const name = stateName(fields, workflow, to);
  return (
    <section className={ui.stack} aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {ways.map((way) => (
          <li key={keyOf(way.from)}>
            {way.from === leader ? (
              <strong>{t('design.flow.holds', { move: moveName(fields, workflow, way) })}</strong>
            ) : (
              t('design.flow.isLost', { move: moveName(fields, workflow, way) })
            )}
            <div className={`${ui.small} ${ui.soft}`}>
              {describeTransition(fields, groups, way) || t('design.flow.asksNothing')}
            </div>
          </li>
        ))}
      </ul>
      <Select
        label={t('design.flow.leader', { state: name })}
        choices={ways.map((way) => ({ id: keyOf(way.from), label: moveName(fields, workflow, way) }))}
        value={keyOf(leader)}
        onChange={(id) => onChange(ways.find(({ from }) => keyOf(from) === id)?.from ?? null)}
      />
    </section>
  );
}

interface StepProps {
  onSwitch(next: DraftWorkflow): void;
  onClose(): void;
}

function Actions({ run, onClose }: { run(): void; onClose(): void }): ReactNode {
  return (
    <div className={ui.actions}>
      <Button onPress={onClose} autoFocus>
        {t('ui.cancel')}
      </Button>
      <Button tone="primary" onPress={run}>
        {t('design.flow.switch')}
      </Button>
    </div>
  );
}

function ToSimple({ onSwitch, onClose }: StepProps): ReactNode {
  const { workflow } = useDefinition().draft;
  const [chosen, setChosen] = useState<Leaders>(new Map());
  return (
    <>
      <p>{t('design.flow.toSimpleText')}</p>
      {listTorn(workflow).map((state) => {
        const picked = chosen.get(state.to);
        return (
          <LeaderField
            key={state.to}
            state={state}
            leader={picked === undefined ? (leadingWay(state.ways)?.from ?? null) : picked}
            onChange={(from) => setChosen(new Map([...chosen, [state.to, from]]))}
          />
        );
      })}
      <Actions run={() => onSwitch(makeSimple(workflow, chosen))} onClose={onClose} />
    </>
  );
}

function ToAdvanced({ onSwitch, onClose }: StepProps): ReactNode {
  const { fields, workflow } = useDefinition().draft;
  return (
    <>
      <p>{t('design.flow.toAdvancedText')}</p>
      <ul>
        {listStateActions(workflow).map(({ to, action }) => (
          <li key={`${to} ${String(action['type'])}`}>
            <strong>{stateName(fields, workflow, to)}</strong> · {describeAction(fields, action)}
          </li>
        ))}
      </ul>
      <Actions run={() => onSwitch(makeAdvanced(workflow))} onClose={onClose} />
    </>
  );
}

/** Asks first where the other mode can't hold all that there is. */
export function ModeField({ set }: { set(next: DraftWorkflow): void }): ReactNode {
  const { workflow } = useDefinition().draft;
  const [isAsked, setAsked] = useState(false);
  const { isAdvanced } = workflow;
  const close = (): void => setAsked(false);
  const step = {
    onClose: close,
    onSwitch(next: DraftWorkflow): void {
      set(next);
      close();
    },
  };
  const toggle = (): void => {
    const isLossless = isAdvanced ? listTorn(workflow).length === 0 : listStateActions(workflow).length === 0;
    if (isLossless) set(isAdvanced ? makeSimple(workflow) : makeAdvanced(workflow));
    else setAsked(true);
  };
  return (
    <>
      <Select
        label={t('design.flow.mode')}
        choices={[
          { id: 'simple', label: t('design.flow.simple') },
          { id: 'advanced', label: t('design.flow.advanced') },
        ]}
        value={isAdvanced ? 'advanced' : 'simple'}
        onChange={(id) => (id === 'advanced') !== isAdvanced && toggle()}
      />
      <Dialog
        title={t(isAdvanced ? 'design.flow.toSimple' : 'design.flow.toAdvanced')}
        isOpen={isAsked}
        onClose={close}
        isWide
      >
        {isAdvanced ? <ToSimple {...step} /> : <ToAdvanced {...step} />}
      </Dialog>
    </>
  );
}
