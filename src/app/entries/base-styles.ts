// In this order: Arco's tokens, then ours that build on them.
import '@arco-design/web-react/es/style/index.css';
import '../../ui/styles/tokens.css';
