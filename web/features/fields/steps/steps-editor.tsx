// The steps of a test: what to do, and what must come of it; moved by buttons.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import type { EditorProps } from '../editing.ts';
import { emptyStep } from './step.ts';
import type { Step, StepsEdit } from './step.ts';
import css from './steps.module.css';

export function StepsEditor({ field, edit, onChange, error, autoFocus }: EditorProps<StepsEdit>): ReactNode {
  const { steps } = edit;
  const set = (next: readonly Step[]): void => onChange({ kind: 'steps', steps: next });
  const move = (from: number, by: number): void => {
    const next = [...steps];
    const [step] = next.splice(from, 1);
    if (step === undefined) return;
    next.splice(from + by, 0, step);
    set(next);
  };
  return (
    <div className={ui.field} role="group" aria-label={field.label}>
      <span className={ui.label}>{field.label}</span>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <li key={at} className={css.step}>
            <span className={css.stepNumber}>{at + 1}</span>
            <TextField
              label={t('form.steps.do', { number: at + 1 })}
              value={step.description}
              onChange={(description) => set(steps.with(at, { ...step, description }))}
              rows={2}
              autoFocus={autoFocus && at === steps.length - 1}
            />
            <TextField
              label={t('form.steps.expect', { number: at + 1 })}
              value={step.expected}
              onChange={(expected) => set(steps.with(at, { ...step, expected }))}
              rows={2}
            />
            <div className={css.stepActions}>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('form.steps.up', { number: at + 1 })}
                isDisabled={at === 0}
                onPress={() => move(at, -1)}
              >
                <ArrowUp />
              </Button>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('form.steps.down', { number: at + 1 })}
                isDisabled={at === steps.length - 1}
                onPress={() => move(at, 1)}
              >
                <ArrowDown />
              </Button>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('form.steps.remove', { number: at + 1 })}
                onPress={() => set(steps.toSpliced(at, 1))}
              >
                <Trash2 />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {error !== undefined && <p className={ui.error}>{error}</p>}
      <div>
        <Button onPress={() => set([...steps, emptyStep])}>
          <Plus /> {t('form.steps.add')}
        </Button>
      </div>
    </div>
  );
}
