import { useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import type { NodeModel } from '../../page/index.ts';
import type { PlaceholderProps } from '../kit/types.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useRuntime, type Runtime } from '../context/context.ts';
import { propsOf } from '../context/props.ts';
import { isVisible } from '../context/visible.ts';
import { FormWindowContext, type FormWindow, type VirtualSection } from './form-window.ts';
import { fieldPlaceholder } from './FieldPlaceholder.tsx';
import { readsAsText, valueText } from '../../ui/display/index.ts';

interface Props {
  ids: readonly string[];
  draw(id: string): ReactNode;
}

/**
 * A few neighbouring fields of a long form: their widgets, or one light element each while they are
 * far from the screen.
 */
export const VirtualSectionView = observer(function StretchView({ ids, draw }: Props): ReactNode {
  const formWindow = useContext(FormWindowContext);
  const runtime = useRuntime();
  const members = useMemo(() => membersOf(ids, runtime, formWindow), [ids, runtime, formWindow]);
  if (!formWindow || !members) return ids.map(draw);
  const section = formWindow.section(
    ids,
    members.map(({ field }) => field),
  );
  if (section.mounted || !formWindow.form.started) return ids.map(draw);
  return members.map(
    (member, at) =>
      renderPlaceholder(
        member,
        formWindow,
        runtime.scope,
        section,
        at === 0 || at === ids.length - 1,
      ) ?? draw(member.node.id),
  );
});

interface Member {
  node: NodeModel;
  field: string;
  /** Null when it cannot be drawn as text. */
  look(): PlaceholderProps | null;
}
/**
 * Placeholder data of each node, null when the fields belong to another form than the one around.
 */
function membersOf(
  ids: readonly string[],
  { scope, registry }: Runtime,
  around: FormWindow | null,
): readonly Member[] | null {
  if (!around) return null;
  const nodes = ids.map((id) => scope.node(id)!);
  if (nodes.some(({ bind }) => bind![0] !== around.name)) return null;
  return nodes.map((node) => {
    const { definition } = registry.widget(node.type)!;
    const props = propsOf(node, definition, scope, null);
    return { node, field: node.bind![1]!, look: () => definition.placeholder!(props) };
  });
}

/**
 * The placeholder of a field; null when it is hidden; undefined when its widget must be drawn
 * because it shows a problem.
 */
function renderPlaceholder(
  { node, field, look: lookOf }: Member,
  { form }: FormWindow,
  scope: PageScope,
  stretch: VirtualSection,
  isEdge: boolean,
): ReactNode | undefined {
  const spec = form.specOf(field);
  if (!spec || node.problems.length > 0) return undefined;
  try {
    if (!isVisible(node, scope, null)) return null;
    const look = lookOf();
    const input = look?.input ?? spec.input;
    if (!look || spec.rows || !readsAsText(input)) return undefined;
    const snapshot = form.peek(field);
    const text = valueText(spec, input, snapshot.value, scope.ports);
    if (text === null) return undefined;
    const required = spec.required || scope.flagOf(node.when.required, null, false);
    return fieldPlaceholder({
      id: node.id,
      spec,
      look,
      input,
      text,
      snapshot,
      required,
      number: stretch.number,
      edge: isEdge ? stretch.edge : undefined,
    });
  } catch {
    return undefined;
  }
}
