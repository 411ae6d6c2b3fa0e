// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';

/// A token that nobody owns and nothing can be done to but hold and move it. All of it is given out once.
contract PlainToken is ERC20 {
  constructor() ERC20('', '') {}

  function name() public pure override returns (string memory) {
    return 'Plain Barley';
  }

  function symbol() public pure override returns (string memory) {
    return 'BARLEY';
  }

  function distribute(address[] calldata holders, uint256 each) external {
    require(totalSupply() == 0, 'given out');
    for (uint256 index; index < holders.length; index++) _mint(holders[index], each);
  }
}
