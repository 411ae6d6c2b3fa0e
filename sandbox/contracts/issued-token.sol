// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What the price of a pool and the supply of a coin are read of: decimals and a total supply. Whoever calls it sets both, and nobody can
/// hold any. It is for local chains only.
contract IssuedToken {
  uint8 public decimals;
  uint256 public totalSupply;

  function setUp(uint8 places, uint256 supply) external {
    decimals = places;
    totalSupply = supply;
  }
}
