import type { Kernel } from '../../kernel/index.ts';
import { moveItem, removeDict } from './arrange.ts';
import { dictOf, dictsOf, itemsOf, optionsOf, readerOf } from './read.ts';
import { submitDict } from './write.ts';

export function serveDicts({ db, routes }: Kernel): void {
  routes.readRoute('system.dict.catalog', (_input, ctx) =>
    dictsOf(readerOf(db, ctx), ctx.tenant.id),
  );
  routes.readRoute('system.dict.list', ({ pcode }, ctx) =>
    itemsOf(readerOf(db, ctx), ctx.tenant.id, pcode),
  );
  routes.readRoute('system.dict.dictionary', async ({ code }, ctx) =>
    optionsOf(await itemsOf(readerOf(db, ctx), ctx.tenant.id, code)),
  );
  routes.readRoute('system.dict.detail', async ({ code }, ctx) => {
    const read = readerOf(db, ctx);
    return {
      dict: await dictOf(read, ctx.tenant.id, code),
      items: await itemsOf(read, ctx.tenant.id, code),
    };
  });
  routes.route('system.dict.submit', (input, ctx) => submitDict(db, ctx, input));
  routes.route('system.dict.move', (input, ctx) => moveItem(db, ctx, input));
  routes.route('system.dict.remove', (input, ctx) => removeDict(db, ctx, input));
}
