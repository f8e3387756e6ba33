// What is around a field of React Aria, which finds its label, hint and error by itself.
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { LabelText } from '../forms/fields.tsx';
import type { Described } from '../forms/fields.tsx';
import css from '../ui.module.css';

export const FieldLabel = ({ label, isLabelHidden, isRequired }: Described): ReactNode => (
  <Label className={isLabelHidden === true ? 'visually-hidden' : css.label}>
    <LabelText label={label} isRequired={isRequired} />
  </Label>
);

export const Below = ({ hint, error }: Pick<Described, 'hint' | 'error'>): ReactNode => (
  <>
    {hint !== undefined && (
      <Text slot="description" className={css.hint}>
        {hint}
      </Text>
    )}
    <FieldError className={css.error}>{error}</FieldError>
  </>
);
