// What stands between fields in the form of an artifact.
import type { ReactNode } from 'react';
import { textIn } from '../../../platform/parse-unknown.ts';
import { Markup } from '../../../ui/markdown/markup.tsx';
import type { ReaderProps } from '../field-parts.ts';
import css from './structure.module.css';

export const StaticTextReader = ({ field }: ReaderProps): ReactNode => (
  <div className={css.static}>
    <Markup html={textIn(field, 'default_value') ?? ''} />
  </div>
);

export const SeparatorReader = (): ReactNode => <hr className={css.separator} />;
