// The engine without a widget, over React.
import { createRoot } from 'react-dom/client';
import { createRegistry, PageView } from '../../../src/view/index.ts';

Object.assign(window, { __bench: { createRoot, createRegistry, PageView } });
