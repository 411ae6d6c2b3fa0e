// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';

/// A token that keeps a share of what is bought from its pool or sold to it, and whose owner decides how much. Owner, pool and fee
/// are written into slots 5 to 7.
contract TaxedToken is ERC20 {
  address public owner;
  address private pool;
  uint256 public fee;

  constructor() ERC20('', '') {}

  function name() public pure override returns (string memory) {
    return 'Toll Road';
  }

  function symbol() public pure override returns (string memory) {
    return 'TOLL';
  }

  function launch(uint256 supply) external {
    require(totalSupply() == 0 && msg.sender == owner, 'launched');
    _mint(pool, supply);
  }

  /// In basis points.
  function setFee(uint256 basisPoints) external {
    require(msg.sender == owner && basisPoints <= 10_000, 'not allowed');
    fee = basisPoints;
  }

  function _update(address from, address to, uint256 value) internal override {
    bool trade = from != address(0) && (from == pool || to == pool);
    uint256 kept = trade ? (value * fee) / 10_000 : 0;
    super._update(from, to, value - kept);
    if (kept > 0) super._update(from, owner, kept);
  }
}
