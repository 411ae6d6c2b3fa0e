// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Never deployed. Its runtime code is put in the place of accounts for the length of one eth_call, to hold and move a token as they
/// would. No answer of the token is taken in beyond a word, and none of its calls gets more gas than it needs.
contract TokenTrial {
  uint256 private constant GAS_TO_READ = 200_000;
  uint256 private constant GAS_TO_SEND = 3_000_000;

  uint256 private constant MOVED = 1;
  uint256 private constant REFUSED = 2;

  /// Two words for each account: what it holds, and 1 where that could be read, plus 2 where there is code.
  function look(address token, address[] calldata accounts) external view returns (uint256[] memory words) {
    words = new uint256[](2 * accounts.length);
    for (uint256 index; index < accounts.length; index++) {
      (bool readable, uint256 held) = balanceOf(token, accounts[index]);
      words[2 * index] = held;
      words[2 * index + 1] = (readable ? 1 : 0) + (accounts[index].code.length > 0 ? 2 : 0);
    }
  }

  /// Lets `source` give a thousandth of what it has to `buyer`, that one half of it to `stranger` and the rest to `market`: three words for
  /// each of the three: how it went (1 moved, 2 refused, 0 not tried), what left, what arrived. Source and buyer have this code.
  function trade(address token, address source, address buyer, address stranger, address market)
    external
    returns (uint256[9] memory words)
  {
    (, uint256 held) = balanceOf(token, source);
    if (held == 0) return words;
    move(token, source, buyer, held < 1000 ? held : held / 1000, words, 0);
    (, uint256 bought) = balanceOf(token, buyer);
    if (words[0] != MOVED || bought == 0) return words;
    if (bought > 1) move(token, buyer, stranger, bought / 2, words, 3);
    (, uint256 left) = balanceOf(token, buyer);
    if (left > 0) move(token, buyer, market, left, words, 6);
  }

  function move(address token, address from, address to, uint256 amount, uint256[9] memory words, uint256 at) private {
    (, uint256 fromBefore) = balanceOf(token, from);
    (, uint256 toBefore) = balanceOf(token, to);
    try TokenTrial(from).send(token, to, amount) returns (bool moved) {
      words[at] = moved ? MOVED : REFUSED;
    } catch {
      words[at] = REFUSED;
    }
    (, uint256 fromAfter) = balanceOf(token, from);
    (, uint256 toAfter) = balanceOf(token, to);
    words[at + 1] = fromBefore > fromAfter ? fromBefore - fromAfter : 0;
    words[at + 2] = toAfter > toBefore ? toAfter - toBefore : 0;
  }

  /// Transfers what the account at which this stands holds. Some tokens answer nothing, and mean yes.
  function send(address token, address to, uint256 amount) external returns (bool moved) {
    bytes memory data = abi.encodeWithSelector(0xa9059cbb, to, amount);
    uint256 limit = GAS_TO_SEND;
    assembly {
      mstore(0, 1)
      let success := call(limit, token, 0, add(data, 32), mload(data), 0, 32)
      moved := and(success, or(iszero(returndatasize()), eq(mload(0), 1)))
    }
  }

  function balanceOf(address token, address account) private view returns (bool readable, uint256 held) {
    bytes memory data = abi.encodeWithSelector(0x70a08231, account);
    uint256 limit = GAS_TO_READ;
    assembly {
      let success := staticcall(limit, token, add(data, 32), mload(data), 0, 32)
      readable := and(success, gt(returndatasize(), 31))
      if readable {
        held := mload(0)
      }
    }
  }
}
