import type { ReactNode } from 'react';
import { listIn, textIn } from '../../../platform/parse-unknown.ts';
import { Markup } from '../../../ui/markdown/markup.tsx';
import ui from '../../../ui/ui.module.css';
import type { ReaderProps } from '../field-parts.ts';
import { Nothing } from '../nothing.tsx';
import css from './steps.module.css';

const StepText = ({ step, name }: { step: unknown; name: string }): ReactNode => {
  const isHtml = textIn(step, `${name}_format`) === 'html' || textIn(step, `commonmark_${name}`) !== undefined;
  const text = textIn(step, name) ?? '';
  return isHtml ? <Markup html={text} /> : <span className={ui.plain}>{text}</span>;
};

export function StepsReader({ value }: ReaderProps): ReactNode {
  const steps = listIn(value, 'value');
  if (steps.length === 0) return <Nothing />;
  return (
    <ol className={css.steps}>
      {steps.map((step, at) => (
        <li key={at} className={css.step}>
          <span className={css.stepNumber}>{at + 1}</span>
          <StepText step={step} name="description" />
          <StepText step={step} name="expected_results" />
        </li>
      ))}
    </ol>
  );
}
