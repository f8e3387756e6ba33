import type { ReactNode } from 'react';
import type { ReaderProps } from '../../../../web/features/fields/field-parts.ts';
import { drawStars } from './stars.ts';

export const StarsReader = ({ value }: ReaderProps): ReactNode => <b>read {drawStars(value?.['value'])}</b>;
