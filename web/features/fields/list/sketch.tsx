// The values of a list in the form designer.
import { ChevronDown, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Box } from '../box.tsx';
import type { SketchProps } from '../field-parts.ts';
import css from '../sketch.module.css';

/** Values that are shown of a list. */
const shownMax = 6;

function ValuesSketch({ field, control }: SketchProps & { control: 'radios' | 'boxes' | undefined }): ReactNode {
  const { bind, values, defaults } = field;
  if (bind === 'users')
    return (
      <Box>
        <Users size={14} aria-hidden="true" /> {t('design.mock.people')}
      </Box>
    );
  const shown = values.filter(({ isHidden }) => !isHidden);
  const first = shown.slice(0, shownMax);
  const more = shown.length - first.length;
  const isBoxes = control !== undefined;
  return (
    <span className={css.options}>
      {first.map(({ id, label, colour }) => (
        <span key={id} className={css.option} data-default={defaults.includes(id)}>
          {isBoxes && <span className={css.tick} data-round={control === 'radios'} />}
          <Badge colour={colour}>{label === '' ? '…' : label}</Badge>
        </span>
      ))}
      {more > 0 && <span>{t('design.mock.more', { count: more })}</span>}
      {shown.length === 0 && <span>{t('design.mock.noValues')}</span>}
      {!isBoxes && <ChevronDown size={14} aria-hidden="true" />}
    </span>
  );
}

/** Also of fields that have the values of another one. */
export const ListSketch = (props: SketchProps): ReactNode => <ValuesSketch {...props} control={undefined} />;

export const RadiosSketch = (props: SketchProps): ReactNode => <ValuesSketch {...props} control="radios" />;

export const BoxesSketch = (props: SketchProps): ReactNode => <ValuesSketch {...props} control="boxes" />;
