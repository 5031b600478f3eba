import type { ObjectDescribe } from '../../contract/index.ts';
import { SPEC, type NestedDocument, type NestedNode } from '../model/document.ts';
import { act, button, node, set, t, x } from './nodes.ts';

/**
 * In place of the list, for who makes records of an object and sees none: its form, and that the
 * record was submitted.
 */
export function submitPage(describe: ObjectDescribe): NestedDocument {
  const { apiName, label } = describe;
  return {
    spec: SPEC,
    key: `object.${apiName}.list`,
    rev: 1,
    title: `填写${label}`,
    params: { appId: { type: 'text' }, preset: { type: 'any' } },
    state: { sent: { type: 'boolean', init: false } },
    body: node(
      'page',
      'page@1',
      { padding: 24, maxWidth: 960 },
      {
        slots: {
          default: [
            node('title', 'text@1', { text: `填写${label}`, kind: 'title', as: 'h1' }),
            node(
              'panel',
              'panel@1',
              { padding: 24 },
              { slots: { default: [form(apiName), sent(describe)] } },
            ),
          ],
        },
      },
    ),
  };
}

const form = (apiName: string): NestedNode =>
  node(
    'form',
    'pageEmbed@1',
    {
      pageKey: `object.${apiName}.form`,
      params: { appId: x('params.appId'), preset: x('params.preset'), once: 'yes' },
    },
    {
      when: { visible: { $x: 'not state.sent' } },
      on: {
        saved: [set('state.sent', true)],
        closed: [act('navigate', { to: t('/app/{params.appId}') })],
      },
    },
  );

const sent = ({ label }: ObjectDescribe): NestedNode =>
  node(
    'sent',
    'result@1',
    {
      kind: 'success',
      title: '已提交',
      text: `${label}已提交给负责的同事，你没有查看的权限。`,
    },
    {
      when: { visible: { $x: 'state.sent' } },
      slots: {
        action: [
          button('again', { text: '再填一条', kind: 'primary' }, [set('state.sent', false)]),
        ],
      },
    },
  );
