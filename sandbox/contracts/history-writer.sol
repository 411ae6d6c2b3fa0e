// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface MovableToken {
  function mint(address to, uint256 amount) external returns (bool);
  function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Moves a token between many accounts in one transaction, so that a past of a thousand transfers takes no time to make.
/// It has to be a minter of the token, and allowed by each account.
contract HistoryWriter {
  struct Move {
    address from;
    address to;
    uint256 value;
  }

  function move(MovableToken token, Move[] calldata moves) external {
    for (uint256 index; index < moves.length; index++) {
      Move calldata one = moves[index];
      bool moved = one.from == address(0) ? token.mint(one.to, one.value) : token.transferFrom(one.from, one.to, one.value);
      require(moved, 'not moved');
    }
  }
}
